import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import type { PurgePreviewName } from '../runtime/second-thread.ts';
import { purgeOf } from './purge.ts';
import { purgeSessions } from './purge-sessions.ts';
import { ATTEMPT, EPISODE, LESSON, turnsOf } from './purgeable.ts';

/** The preview of a purge; see `preview.ts`. */
const previewed = <N extends PurgePreviewName>(name: N) =>
  task<N>(({ which }, { services }) => {
    // Refuses, with the reason, when no memory is open.
    services.db();
    return services.secondThread.previewPurge(name, which);
  });

export const purgeHandlers: HandlersOf<
  | 'reflection.previewPurge'
  | 'reflection.purge'
  | 'episode.previewPurge'
  | 'episode.purge'
  | 'attempt.previewPurge'
  | 'attempt.purge'
  | 'turn.previewPurge'
  | 'turn.purge'
  | 'session.previewPurge'
  | 'session.purge'
> = {
  'reflection.previewPurge': previewed('reflection.previewPurge'),
  'reflection.purge': task((input, context) => purgeOf(LESSON, input, context)),
  'episode.previewPurge': previewed('episode.previewPurge'),
  'episode.purge': task((input, context) => purgeOf(EPISODE, input, context)),
  'attempt.previewPurge': previewed('attempt.previewPurge'),
  'attempt.purge': task((input, context) => purgeOf(ATTEMPT, input, context)),
  'turn.previewPurge': previewed('turn.previewPurge'),
  'turn.purge': task(({ which, digest }, context) => {
    const { of, records } = turnsOf(which);
    return purgeOf(of, { which: records, digest }, context);
  }),
  'session.previewPurge': previewed('session.previewPurge'),
  'session.purge': task(purgeSessions),
};

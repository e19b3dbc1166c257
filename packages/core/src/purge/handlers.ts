import type { ParsedInputOf } from '@twicewise/contract';
import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { previewOf, purgeOf } from './purge.ts';
import { previewSessions, purgeSessions } from './purge-sessions.ts';
import { ATTEMPT, EPISODE, LESSON, TEXTS_OF_TURNS, TURN } from './purgeable.ts';

/** Whole turns of the bin, or the texts of those that were pruned, which are a bin of their own. */
function turnsOf(which: ParsedInputOf<'turn.purge'>['which']) {
  return 'pruned' in which ? { of: TEXTS_OF_TURNS, records: { bin: true as const } } : { of: TURN, records: which };
}

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
  'reflection.previewPurge': task(async ({ which }, context) => {
    const { records, examples, ...preview } = await previewOf(LESSON, which, context);
    const named = examples.map(({ id, task: taskDescription }) => ({ id, taskDescription }));
    return { lessons: records, examples: named, ...preview };
  }),
  'reflection.purge': task((input, context) => purgeOf(LESSON, input, context)),
  'episode.previewPurge': task(async ({ which }, context) => {
    const { records, ...preview } = await previewOf(EPISODE, which, context);
    return { episodes: records, ...preview };
  }),
  'episode.purge': task((input, context) => purgeOf(EPISODE, input, context)),
  'attempt.previewPurge': task(async ({ which }, context) => {
    const { records, ...preview } = await previewOf(ATTEMPT, which, context);
    return { attempts: records, ...preview };
  }),
  'attempt.purge': task((input, context) => purgeOf(ATTEMPT, input, context)),
  'turn.previewPurge': task(async ({ which }, context) => {
    const { of, records: chosen } = turnsOf(which);
    const { records, examples, ...preview } = await previewOf(of, chosen, context);
    return { turns: records, examples: examples.map(({ id, task: text }) => ({ id, text })), ...preview };
  }),
  'turn.purge': task(({ which, digest }, context) => {
    const { of, records } = turnsOf(which);
    return purgeOf(of, { which: records, digest }, context);
  }),
  'session.previewPurge': task(previewSessions),
  'session.purge': task(purgeSessions),
};

import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { previewOf, purgeOf } from './purge.ts';
import { ATTEMPT, EPISODE, LESSON, TURN } from './purgeable.ts';

export const purgeHandlers: HandlersOf<
  | 'reflection.previewPurge'
  | 'reflection.purge'
  | 'episode.previewPurge'
  | 'episode.purge'
  | 'attempt.previewPurge'
  | 'attempt.purge'
  | 'turn.previewPurge'
  | 'turn.purge'
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
    const { records, examples, ...preview } = await previewOf(TURN, which, context);
    return { turns: records, examples: examples.map(({ id, task: text }) => ({ id, text })), ...preview };
  }),
  'turn.purge': task((input, context) => purgeOf(TURN, input, context)),
};

import type { HandlersOf } from '../context.ts';
import { previewPurge, purge } from '../curation/purge.ts';
import { task } from './define.ts';

/** Handlers of what is final. */
export const purgeHandlers: HandlersOf<'reflection.previewPurge' | 'reflection.purge'> = {
  'reflection.previewPurge': task(previewPurge),
  'reflection.purge': task(purge),
};

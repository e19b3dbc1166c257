import type { HandlersOf } from '../context.ts';
import { changeMany } from '../curation/change-many.ts';
import { prepare } from '../curation/preview.ts';
import { task } from './define.ts';

/** Handlers of changes to many lessons. */
export const bulkHandlers: HandlersOf<'reflection.previewMany' | 'reflection.changeMany'> = {
  'reflection.previewMany': task(async (input, { services }) => (await prepare(input, services)).preview),
  'reflection.changeMany': task(changeMany),
};

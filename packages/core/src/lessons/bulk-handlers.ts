import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { changeMany } from './change-many.ts';
import { prepare } from './preview.ts';

export const bulkHandlers: HandlersOf<'reflection.previewMany' | 'reflection.changeMany'> = {
  'reflection.previewMany': task(async (input, { services }) => (await prepare(input, services)).preview),
  'reflection.changeMany': task(changeMany),
};

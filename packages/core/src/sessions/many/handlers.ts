import { task } from '../../runtime/define-handler.ts';
import type { HandlersOf } from '../../runtime/handler.ts';
import { changeManyEpisodes } from './change-many.ts';
import { prepareChange } from './selected.ts';

export const bulkEpisodeHandlers: HandlersOf<'episode.previewMany' | 'episode.changeMany'> = {
  'episode.previewMany': task(async (input, { services }) => (await prepareChange(input, services)).preview),
  'episode.changeMany': task(changeManyEpisodes),
};

import type { Failure } from '@twicewise/contract';
import type { SavedScreen, ShownView } from '../data/saved-views.ts';
import { strings } from '../strings.ts';
import { useCommands } from './commands.tsx';

const words = strings.views;

/** What a screen shows, as a query; empty where nothing narrows or orders it. */
export interface ViewToSave {
  screen: SavedScreen;
  query: string;
}

/** Why what is shown cannot be saved as a view: there is nothing to save, or it is saved already. Null where it can be. */
export function whyNotSaved({ screen, query }: ViewToSave, views: readonly ShownView[]): string | null {
  const same = views.find((view) => view.screen === screen && view.query === query);
  if (same) return words.isSaved(same.name);
  return query === '' ? words.nothingToSave[screen] : null;
}

/** Saves what is shown under a name. Resolves to the failure; null once it is saved. */
export function useSaveView({ screen, query }: ViewToSave): (name: string) => Promise<Failure | null> {
  const { attempt } = useCommands();
  return async (name) => {
    const answer = await attempt('view.save', { name, screen, query }, words.done.saved(name));
    return answer.ok ? null : answer.error;
  };
}

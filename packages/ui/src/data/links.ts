import { parseSearch, stringifySearch } from './lessons-view.ts';
import { SCREENS, screenAt } from './screens.ts';

/** What is understood of a link's parameters. Those of a place that is no screen stay: whoever leads on from it may need them. */
export function understoodSearch(pathname: string, search: string): string {
  const id = screenAt(pathname);
  return id === null ? search : stringifySearch({ ...SCREENS[id].read(parseSearch(search)) });
}

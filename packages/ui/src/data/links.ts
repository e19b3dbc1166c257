import { parseSearch, stringifySearch } from './lessons-view.ts';
import { SCREENS, screenAt } from './screens.ts';

/**
 * The link's parameters that are understood. On a path that belongs to no screen all are kept, because the redirect may need
 * them.
 */
export function understoodSearch(pathname: string, search: string): string {
  const id = screenAt(pathname);
  return id === null ? search : stringifySearch({ ...SCREENS[id].read(parseSearch(search)) });
}

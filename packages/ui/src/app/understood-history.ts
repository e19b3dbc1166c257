import type { RouterHistory } from '@tanstack/react-router';
import { understoodSearch } from '../data/links.ts';

type HistoryLocation = RouterHistory['location'];

function understood(location: HistoryLocation): HistoryLocation {
  const { pathname, hash } = location;
  const search = understoodSearch(pathname, location.search);
  return search === location.search ? location : { ...location, search, href: `${pathname}${search}${hash}` };
}

/**
 * A history that drops the parts of links that their screens do not understand. Validation by the route is not enough: the router
 * adds all other parts of the link to the result.
 */
export function withUnderstoodLinks(history: RouterHistory): RouterHistory {
  return new Proxy(history, {
    get: (target, name) => (name === 'location' ? understood(target.location) : Reflect.get(target, name)),
  });
}

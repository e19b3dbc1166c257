import type { RouterHistory } from '@tanstack/react-router';
import { understoodSearch } from '../data/links.ts';

type HistoryLocation = RouterHistory['location'];

function understood(location: HistoryLocation): HistoryLocation {
  const { pathname, hash } = location;
  const search = understoodSearch(pathname, location.search);
  return search === location.search ? location : { ...location, search, href: `${pathname}${search}${hash}` };
}

/**
 * A history whose links have only parts that their screens understand. What a route validates is not enough: the router
 * puts every other part of the link beside it, for screens and for whoever changes the link.
 */
export function withUnderstoodLinks(history: RouterHistory): RouterHistory {
  return new Proxy(history, {
    get: (target, name) => (name === 'location' ? understood(target.location) : Reflect.get(target, name)),
  });
}

const KEY = 'twicewise.token';
const IN_FRAGMENT = /^#token=([^&]+)(?:&(\/.*))?/;

/**
 * Takes the token from the link that the terminal printed (`/#token=…`) and removes it from the address bar at once, so that it
 * gets into no history and no bookmark. For a reload it is kept in the session storage of this tab. The link may name a view
 * behind the token (`/#token=…&/lessons`); otherwise it opens Today.
 */
export function takeToken(page: Pick<Window, 'location' | 'history' | 'sessionStorage'>): string | null {
  const [, found, view = '/today'] = IN_FRAGMENT.exec(page.location.hash) ?? [];
  if (found === undefined) return page.sessionStorage.getItem(KEY);
  const token = decodeURIComponent(found);
  page.sessionStorage.setItem(KEY, token);
  page.history.replaceState(null, '', `${page.location.pathname}${page.location.search}#${view}`);
  return token;
}

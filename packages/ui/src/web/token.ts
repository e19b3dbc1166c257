const KEY = 'twicewise.token';
const IN_FRAGMENT = /^#token=([^&]+)/;

/**
 * Takes the token out of the link that the terminal printed (`/#token=…`) and removes it from the address bar at
 * once, so that it is in no history and no bookmark. It stays in this tab's session storage, for a reload.
 */
export function takeToken(page: Pick<Window, 'location' | 'history' | 'sessionStorage'>): string | null {
  const found = IN_FRAGMENT.exec(page.location.hash)?.[1];
  if (found === undefined) return page.sessionStorage.getItem(KEY);
  const token = decodeURIComponent(found);
  page.sessionStorage.setItem(KEY, token);
  page.history.replaceState(null, '', `${page.location.pathname}${page.location.search}#/today`);
  return token;
}

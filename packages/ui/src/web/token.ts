const KEY = 'twicewise.token';
const IN_FRAGMENT = /^#token=([^&]+)(?:&(\/.*))?/;

type TokenPage = Pick<Window, 'location' | 'history' | 'sessionStorage'>;

/**
 * Takes the token from the link that the terminal printed (`/#token=…`) and removes it from the address bar at once, so that it
 * gets into no history and no bookmark. For a reload it is kept in the session storage of this tab. The link may name a view
 * behind the token (`/#token=…&/lessons`); otherwise it opens Today.
 */
export function takeToken(page: TokenPage, fragment = page.location.hash): string | null {
  const [, found, view = '/today'] = IN_FRAGMENT.exec(fragment) ?? [];
  if (found === undefined) return page.sessionStorage.getItem(KEY);
  const token = decodeURIComponent(found);
  page.sessionStorage.setItem(KEY, token);
  page.history.replaceState(null, '', `${page.location.pathname}${page.location.search}#${view}`);
  return token;
}

/**
 * Takes the token of a link that is opened in a page that is there already, and reloads it: only the fragment changes then, which
 * loads nothing. The fragment is that of the event, because by now the view may have replaced it in the address bar.
 */
export function takeLaterTokens(page: TokenPage & Pick<Window, 'addEventListener'>): void {
  page.addEventListener('hashchange', ({ newURL }) => {
    const { hash } = new URL(newURL);
    if (!IN_FRAGMENT.test(hash)) return;
    takeToken(page, hash);
    page.location.reload();
  });
}

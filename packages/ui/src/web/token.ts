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

/** Name of the channel between tabs of this address. */
const TABS = 'twicewise.tabs';
/** How long another tab may take to answer, in milliseconds. */
const ANSWER_MS = 400;

/** Gives the token to tabs of this browser that open an address of ours without one. Pages of other addresses cannot ask. */
export function lendToken(token: string): void {
  const tabs = new BroadcastChannel(TABS);
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ask') tabs.postMessage({ token });
  });
}

const tokenIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string' ? data.token : null;

/** Asks the other tabs of this browser for the token, as a link that was copied from one of them has none. Null when none has it. */
export async function borrowToken(page: Pick<Window, 'sessionStorage'>): Promise<string | null> {
  const tabs = new BroadcastChannel(TABS);
  const token = await new Promise<string | null>((resolve) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const given = tokenIn(data);
      if (given !== null) resolve(given);
    });
    tabs.postMessage('ask');
    setTimeout(() => resolve(null), ANSWER_MS);
  });
  tabs.close();
  if (token !== null) page.sessionStorage.setItem(KEY, token);
  return token;
}

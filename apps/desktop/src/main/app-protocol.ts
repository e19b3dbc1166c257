import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { CONTENT_TYPES, securityHeaders } from '@twicewise/host';

/** Scheme and host of the app's own pages. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://twicewise`;

/** As over HTTP, but a page uses its bridge and connects to nothing. */
const HEADERS = securityHeaders("'none'");

/** The files of a folder by their address. A file that can only be reached by a link out of the folder is left out. */
export function bundleFiles(folder: string): Map<string, string> {
  const root = realpathSync(folder);
  const files = new Map<string, string>();
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (Object.hasOwn(CONTENT_TYPES, extname(path)) && realpathSync(path).startsWith(root + sep))
        files.set(`${ORIGIN}${path.slice(root.length).split(sep).join('/')}`, path);
    }
  };
  walk(root);
  return files;
}

/**
 * Answers a request for a page of the app. The address is looked up exactly as written and never reaches the file system, so
 * dots, escapes or slashes cannot lead outside.
 */
export function answerRequest(url: string, files: ReadonlyMap<string, string>): Response {
  const [address = ''] = url.split('#');
  const path = files.get(address === `${ORIGIN}/` ? `${ORIGIN}/index.html` : address);
  if (path === undefined) return new Response('Not found', { status: 404, headers: HEADERS });
  const type = CONTENT_TYPES[extname(path)] ?? '';
  return new Response(new Uint8Array(readFileSync(path)), { headers: { ...HEADERS, 'content-type': type } });
}

/** True if an address is our page. `URL` has no origin for a custom scheme, so the whole address is compared. */
export function isOurs(url: string): boolean {
  const [address] = url.split('#');
  return address === `${ORIGIN}/`;
}

import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** Scheme and host of the app's own pages. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://twicewise`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A page may load the bundle's files and use its bridge. Network, frames and forms are blocked. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The files of a folder by their address. A file that can only be reached by a link out of the folder is left out. */
export function bundleFiles(folder: string): Map<string, string> {
  const root = realpathSync(folder);
  const files = new Map<string, string>();
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (Object.hasOwn(TYPES, extname(path)) && realpathSync(path).startsWith(root + sep))
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
  const type = TYPES[extname(path)] ?? '';
  return new Response(new Uint8Array(readFileSync(path)), { headers: { ...HEADERS, 'content-type': type } });
}

/** True if an address is our page. `URL` has no origin for a custom scheme, so the whole address is compared. */
export function isOurs(url: string): boolean {
  const [address] = url.split('#');
  return address === `${ORIGIN}/`;
}

/** Content types of the files of the interface, by their ending. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
};

/** The policy for scripts and pages: only our own. No `unsafe-*`, frames, forms or plug-ins. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Headers of every answer to a page, errors included. `connect` is what its scripts may connect to. */
export function securityHeaders(connect: "'self'" | "'none'"): Readonly<Record<string, string>> {
  const policy = Object.entries({ ...POLICY, 'connect-src': connect });
  return {
    'content-security-policy': policy.map((directive) => directive.join(' ')).join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

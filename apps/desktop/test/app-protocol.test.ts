import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTENT_TYPES, securityHeaders } from '@twicewise/host';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRequest, bundleFiles, isOurs, ORIGIN } from '../src/main/app-protocol.ts';

let folder: string;
let bundle: string;
let files: Map<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-bundle-'));
  bundle = join(folder, 'bundle');
  mkdirSync(join(bundle, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  for (const name of ['index.html', 'assets/a b.js', 'assets/page.css'])
    writeFileSync(join(bundle, name), `of the bundle`);
  writeFileSync(join(bundle, 'notes.txt'), 'secret');
  symlinkSync(join(folder, 'secret.html'), join(bundle, 'link.html'));
  symlinkSync(folder, join(bundle, 'up'));
  files = bundleFiles(bundle);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIECES = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '..%2f',
  '..%5c',
  '\\..\\',
  '%00',
  '\0',
  '/',
  '//',
  '%252e%252e',
  'up',
  'etc',
];
const MORE = [
  'link.html',
  'notes.txt',
  'secret.html',
  'index.html',
  'C:',
  '\\\\host\\share',
  'file:',
  '%c0%ae',
  '․․',
  '?',
  ' ',
];
const HEADS = [
  `${ORIGIN}/`,
  `${ORIGIN}//`,
  ORIGIN,
  'app://TWICEWISE/',
  'app://other/',
  `${ORIGIN}@evil/`,
  'file:///',
  'APP://twicewise/',
];

/** 500 attempts of a malicious page, the same in each run. */
const tricks = fc.sample(
  fc
    .tuple(fc.constantFrom(...HEADS), fc.array(fc.constantFrom(...PIECES, ...MORE), { minLength: 1, maxLength: 7 }))
    .map(([head, parts]) => head + parts.join(parts.length % 2 ? '/' : '')),
  { numRuns: 500, seed: 44 },
);

/** Attempts that got an answer with something that is not in the bundle. */
async function escapes(answer: (url: string) => Response | Promise<Response>): Promise<string[]> {
  const found: string[] = [];
  for (const url of tricks) {
    const response = await answer(url);
    const text = await response.text();
    if (response.ok && text !== 'of the bundle') found.push(url);
  }
  return found;
}

describe("the app's own protocol", () => {
  it('serves only files of the bundle, whatever is tried: 500 path tricks (T44)', async () => {
    verifies('T44');
    expect(tricks).toHaveLength(500);
    expect(await escapes((url) => answerRequest(url, files))).toEqual([]);
  });

  it('negative control: the same tricks get out of a handler that joins the path', async () => {
    const careless = (url: string) => {
      try {
        return new Response(readFileSync(join(bundle, decodeURIComponent(url.replace(/^\w+:\/\/[^/]*/, '')))));
      } catch {
        return new Response('', { status: 404 });
      }
    };
    expect((await escapes(careless)).length).toBeGreaterThan(5);
  });

  it('serves each file of the bundle with its type and the policy, and the page at /', async () => {
    const page = answerRequest(`${ORIGIN}/#/lessons`, files);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answerRequest(`${ORIGIN}/assets/page.css`, files).headers.get('content-type')).toContain('text/css');
    expect(answerRequest(`${ORIGIN}/nothing.js`, files).headers.get('content-security-policy')).toContain("'none'");
  });

  it('serves every kind of file that the host serves in a browser', () => {
    const kinds = Object.entries(CONTENT_TYPES);
    expect(kinds.map(([ending]) => ending)).toEqual(expect.arrayContaining(['.html', '.png', '.ico', '.json']));
    for (const [ending] of kinds) writeFileSync(join(bundle, `assets/kind${ending}`), 'of the bundle');
    const all = bundleFiles(bundle);
    const typeOf = (ending: string) => answerRequest(`${ORIGIN}/assets/kind${ending}`, all).headers.get('content-type');
    expect(kinds.map(([ending]) => [ending, typeOf(ending)])).toEqual(kinds);
    for (const [ending] of kinds) rmSync(join(bundle, `assets/kind${ending}`));
  });

  it('sends the headers that the host sends, but lets a page connect to nothing', () => {
    const sent = Object.fromEntries(answerRequest(`${ORIGIN}/nothing`, files).headers);
    const policy = sent['content-security-policy'] ?? '';
    expect(sent).toMatchObject({ ...securityHeaders("'self'"), 'content-security-policy': policy });
    expect(policy).toContain("; connect-src 'none'; ");
    expect(policy.replace("connect-src 'none'", "connect-src 'self'")).toBe(
      securityHeaders("'self'")['content-security-policy'],
    );
  });

  it('leaves out what a link leads to, and kinds of files that a page does not need', () => {
    const names = [...files.keys()].map((address) => address.slice(ORIGIN.length));
    expect(names.sort()).toEqual(['/assets/a b.js', '/assets/page.css', '/index.html']);
    expect(readdirSync(bundle)).toContain('link.html');
  });

  it('takes nothing else for its page', () => {
    const others = [
      `${ORIGIN}/x`,
      `${ORIGIN}.evil/`,
      `${ORIGIN}/?a`,
      'app://other/',
      'https://twicewise/',
      'about:blank',
      '',
    ];
    expect(others.filter(isOurs)).toEqual([]);
    expect([`${ORIGIN}/`, `${ORIGIN}/#/today`].filter(isOurs)).toHaveLength(2);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { answerRequest } from '../src/main/app-protocol.ts';
import { type Built, CHECKLIST } from './checklist.ts';

const desktop = join(import.meta.dirname, '..');
const dist = join(desktop, 'dist');
const read = (path: string) => readFileSync(path, 'utf8');

const built: Built = {
  main: read(join(dist, 'main/index.js')),
  preload: read(join(dist, 'preload/index.cjs')),
  page: read(join(dist, 'renderer/index.html')),
  csp: answerRequest('app://twicewise/', new Map()).headers.get('content-security-policy') ?? '',
  electron: JSON.parse(read(join(desktop, 'package.json'))).dependencies.electron,
  packaging: read(join(desktop, '../../electron-builder.yml')),
};

describe("Electron's checklist on the built app", () => {
  it('has twenty items, and all of them hold (T42, P9)', () => {
    verifies('T42', 'P9');
    expect(CHECKLIST).toHaveLength(20);
    expect(CHECKLIST.filter(({ holds }) => !holds(built)).map(({ name }) => name)).toEqual([]);
  });

  it.each(CHECKLIST)('negative control: notices when not "$name"', ({ holds, broken }) => {
    const worse = [broken].flat().map((change) => change(built));
    for (const one of worse) expect(one).not.toEqual(built);
    expect(worse.map(holds)).toEqual(worse.map(() => false));
  });

  it('has Electron in the main script and the preload script only, so that nothing escapes the list', () => {
    verifies('T42');
    const files = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const using = files.filter((file) => /(?:from\s*|require\()["']electron["']/.test(read(file)));
    expect(using.map((file) => file.slice(dist.length + 1)).sort()).toEqual(['main/index.js', 'preload/index.cjs']);
  });
});

import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeBeside, nodePackage } from '@twicewise/client/own-node';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lackOfNode, nodeFor } from '../src/connect/our-command.ts';

let folder: ReturnType<typeof tempFolder>;
let app: string;
let entry: string;
beforeEach(() => {
  folder = tempFolder('own-node');
  app = join(folder.path, 'app');
  entry = join(app, 'host/bin/twicewise.mjs');
  mkdirSync(dirname(entry), { recursive: true });
});
afterEach(() => folder.remove());

function addNode(at: string): string {
  const node = join(at, 'node_modules', nodePackage(), 'bin/node');
  mkdirSync(dirname(node), { recursive: true });
  writeFileSync(node, '#!/bin/sh\n', { mode: 0o755 });
  return node;
}

describe('the Node that an app brings', () => {
  it('is found above the entry, by the very path that leads there', () => {
    expect(nodeBeside(entry)).toBeNull();
    addNode(app);
    symlinkSync(app, join(folder.path, 'current'));
    const current = join(folder.path, 'current');
    expect(nodeBeside(join(current, 'host/bin/twicewise.mjs'))).toBe(
      join(current, 'node_modules', nodePackage(), 'bin/node'),
    );
  });

  it('starts us in the app, before any other; without it the one on PATH, else whatever there is', () => {
    const environment = { PATH: join(folder.path, 'programs') };
    const inApp = () => nodeFor(environment, entry, true);
    expect([inApp(), lackOfNode({ command: inApp(), args: [], options: [] })]).toEqual([
      'node',
      [expect.stringContaining('install Node 24')],
    ]);
    mkdirSync(environment.PATH);
    const persons = join(environment.PATH, 'node');
    writeFileSync(persons, '');
    expect(inApp()).toBe('node');
    chmodSync(persons, 0o755);
    expect(inApp()).toBe(persons);
    const own = addNode(app);
    expect([inApp(), lackOfNode({ command: inApp(), args: [], options: [] })]).toEqual([own, []]);
    // A checkout in a folder with white space in its name has its own Node behind that on PATH.
    expect(nodeFor(environment, entry, false)).toBe(/\s/.test(process.execPath) ? persons : process.execPath);
  });

  it('is passed over for a path without white space, where there is one', () => {
    const spaced = join(folder.path, 'an app');
    const own = addNode(spaced);
    const spacedEntry = join(spaced, 'twicewise.mjs');
    expect(nodeFor({ PATH: '' }, spacedEntry, true)).toBe(own);
    const programs = join(folder.path, 'programs');
    mkdirSync(programs);
    cpSync(own, join(programs, 'node'));
    expect(nodeFor({ PATH: programs }, spacedEntry, true)).toBe(join(programs, 'node'));
  });
});

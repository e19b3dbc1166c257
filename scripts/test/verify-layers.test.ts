import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { verifyLayers } from '../verify-layers.ts';
import { addFiles, checkoutWith } from './broken-checkout.ts';

function manifest(name: string, dependencies: string[], more: Record<string, unknown> = {}): string {
  const pinned = Object.fromEntries(dependencies.map((dependency) => [dependency, '0.1.0']));
  return JSON.stringify({
    name: `@twicewise/${name}`,
    version: '0.1.0',
    dependencies: pinned,
    exports: { '.': './src/index.ts' },
    ...more,
  });
}

const GOOD: Record<string, string> = {
  'package.json': '{ "name": "x", "devDependencies": { "vitest": "1.0.0" } }',
  'packages/contract/package.json': manifest('contract', ['zod'], {
    exports: { '.': './src/index.ts', './product': './p.js' },
  }),
  'packages/contract/src/index.ts': "import * as z from 'zod';\nexport * from './text.ts';\nexport const a = z;\n",
  'packages/contract/src/text.ts':
    "// import fs from 'node:fs'\n/* from 'electron' */\nexport const kinds = ['import', 'x'];\n",
  'packages/contract/test/a.test.ts': "import { readFileSync } from 'node:fs';\nimport { it } from 'vitest';\n",
  'packages/store/package.json': manifest('store', ['@twicewise/contract', 'better-sqlite3']),
  'packages/store/src/index.ts':
    "import { join } from 'node:path';\nimport { PRODUCT } from '@twicewise/contract/product';\nimport Database from 'better-sqlite3';\n",
  'packages/host/package.json': manifest('host', ['@twicewise/contract', '@twicewise/store']),
  'packages/host/src/index.ts': "import { a } from '@twicewise/contract';\nexport const home = process.env.HOME;\n",
  'packages/mcp/package.json': manifest('mcp', ['@twicewise/contract']),
  'packages/mcp/bin/a.mjs': 'console.log(process.argv);\n',
  'packages/ui/package.json': manifest('ui', ['@twicewise/contract', 'react', '@tanstack/react-query']),
  'packages/ui/src/index.ts': "import { QueryClient } from '@tanstack/react-query';\n",
};

/** Problems of the valid checkout when some of its files are replaced. */
function problemsWith(files: Record<string, string>): string[] {
  return verifyLayers(checkoutWith({ ...GOOD, ...files })).problems;
}

describe('verify-layers', () => {
  it('accepts a good checkout', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it('keeps the folders of the interface in their order', () => {
    const files = {
      'packages/ui/src/state/undo.ts': 'export const undo = 1;\n',
      'packages/ui/src/groups/list.tsx': "import { undo } from '../state/undo.ts';\nexport const list = undo;\n",
    };
    expect(problemsWith(files)).toEqual([]);
    const upwards = "import { list } from '../groups/list.tsx';\n";
    expect(problemsWith({ ...files, 'packages/ui/src/state/undo.ts': upwards })).toEqual([
      'packages/ui/src/state/undo.ts imports from groups/, which lies above state/ or beside it',
    ]);
  });

  describe('gives each screen a folder of its own', () => {
    const screens = 'packages/ui/src/screens';
    const screen = (parts: string) => `${parts}export const Screen = 1;\n`;
    const files = {
      'packages/ui/src/strings.ts': 'export const strings = {};\n',
      'packages/ui/src/panes/Gone.tsx': "import { strings } from '../strings.ts';\nexport const Gone = strings;\n",
      'packages/ui/src/sheets/Palette.tsx': "export { Gone as Palette } from '../panes/Gone.tsx';\n",
      [`${screens}/Data/DataScreen.tsx`]: screen("import { Part } from './Part.tsx';\n"),
      [`${screens}/Data/Part.tsx`]: "export { Gone as Part } from '../../panes/Gone.tsx';\n",
      [`${screens}/Today/TodayScreen.tsx`]: screen("import { Palette } from '../../sheets/Palette.tsx';\n"),
      [`${screens}/screen-looks.ts`]: "export const looks = () => [import('./Data/DataScreen.tsx')];\n",
    };
    const noScreen =
      'lies in no screen; what several screens show is in panes/, what opens over any of them in sheets/';

    it('with what several of them show elsewhere', () => {
      expect(problemsWith(files)).toEqual([]);
    });

    it.each([
      ['screens/Palette/Palette.tsx', '../../panes/Gone.tsx', noScreen],
      ['screens/Gone.tsx', '../panes/Gone.tsx', noScreen],
      ['screens/Today/Part.tsx', '../Data/Part.tsx', 'imports from Data/, another screen; what both show is in panes/'],
      ['panes/A.tsx', '../sheets/Palette.tsx', 'imports from sheets/, which lies above panes/ or beside it'],
      ['sheets/A.tsx', '../screens/screen-looks.ts', 'imports from screens/, which lies above sheets/ or beside it'],
      ['parts/A.tsx', '../panes/Gone.tsx', 'lies in parts/, which is not in the table of folders'],
      ['Part.tsx', './panes/Gone.tsx', 'lies in no folder; give it to one of the table'],
    ])('and refuses %s that imports %s', (file, from, problem) => {
      const path = `packages/ui/src/${file}`;
      expect(problemsWith({ ...files, [path]: `import { A } from '${from}';\n` })).toEqual([`${path} ${problem}`]);
    });

    it('and has groups draw what they are handed', () => {
      const asking = { 'packages/ui/src/groups/List/List.tsx': "import { useQuery } from '@tanstack/react-query';\n" };
      expect(problemsWith({ ...files, ...asking })).toEqual([
        'packages/ui/src/groups/List/List.tsx imports @tanstack/react-query; what asks the host is in screens/, panes/ or sheets/',
      ]);
    });
  });

  describe('keeps the topics of core in one order', () => {
    const core = 'packages/core/src';
    const files = {
      'packages/core/package.json': manifest('core', ['@twicewise/contract']),
      [`${core}/index.ts`]: "export { core } from './create-core.ts';\n",
      [`${core}/create-core.ts`]: "import { all } from './registry/handlers.ts';\nexport const core = all;\n",
      [`${core}/registry/handlers.ts`]:
        "import { brief } from '../briefing/handlers.ts';\nexport const all = [brief];\n",
      [`${core}/briefing/handlers.ts`]:
        "import { search } from '../lessons/search.ts';\nexport const brief = search;\n",
      [`${core}/lessons/search.ts`]:
        "import type { Job } from '../runtime/job.ts';\nexport const search = {} as Job;\n",
      [`${core}/runtime/job.ts`]: 'export type Job = object;\n',
    };
    const upwards = (to: string) => `import type { Brief } from '${to}';\nexport type Job = Brief;\n`;

    it('which a good package follows', () => {
      expect(problemsWith(files)).toEqual([]);
    });

    it.each([
      ['runtime/job.ts', '../lessons/search.ts', 'imports from lessons/, which lies above runtime/ or beside it'],
      [
        'lessons/search.ts',
        '../briefing/handlers.ts',
        'imports from briefing/, which lies above lessons/ or beside it',
      ],
      ['purge/handlers.ts', '../lessons/search.ts', 'imports from lessons/, which lies above purge/ or beside it'],
      ['lessons/search.ts', '../create-core.ts', 'imports create-core.ts, which lies above lessons/'],
    ])('which %s leaves, if only for a type', (file, to, problem) => {
      expect(problemsWith({ ...files, [`${core}/${file}`]: upwards(to) })).toEqual([`${core}/${file} ${problem}`]);
    });

    it('which every file has a place in', () => {
      const loose = {
        [`${core}/search.ts`]: 'export const a = 1;\n',
        [`${core}/handlers/a.ts`]: 'export const a = 1;\n',
      };
      expect(problemsWith({ ...files, ...loose })).toEqual([
        `${core}/handlers/a.ts lies in handlers/, which is not in the table of folders`,
        `${core}/search.ts lies in no folder; give it to one of the table`,
      ]);
    });
  });

  it('keeps the folders of the store in their order, and nothing loose beside them', () => {
    const store = 'packages/store/src';
    const files = {
      [`${store}/lessons/reflections.ts`]: 'export const found = 1;\n',
      [`${store}/review/unused.ts`]:
        "import { found } from '../lessons/reflections.ts';\nexport const unused = found;\n",
    };
    expect(problemsWith(files)).toEqual([]);
    const upwards = "import { unused } from '../review/unused.ts';\nexport const found = unused;\n";
    const wrong = { [`${store}/lessons/reflections.ts`]: upwards, [`${store}/unused.ts`]: 'export const a = 1;\n' };
    expect(problemsWith({ ...files, ...wrong })).toEqual([
      `${store}/lessons/reflections.ts imports from review/, which lies above lessons/ or beside it`,
      `${store}/unused.ts lies in no folder; give it to one of the table`,
    ]);
  });

  it('lets one folder of the interface import what draws graphs, and no other', () => {
    const pack = manifest('ui', ['@twicewise/contract', 'react', '@tanstack/react-query', 'cytoscape']);
    const drawing = "import cytoscape from 'cytoscape';\n";
    const files = { 'packages/ui/package.json': pack, 'packages/ui/src/graph/map.ts': drawing };
    expect(problemsWith(files)).toEqual([]);
    expect(problemsWith({ ...files, 'packages/ui/src/groups/a.tsx': drawing })).toEqual([
      'packages/ui/src/groups/a.tsx imports cytoscape; only packages/ui/src/graph/ may',
    ]);
  });

  it.each([
    ['contract', ['zod', 'lodash'], 'lodash'],
    ['store', ['@twicewise/core'], '@twicewise/core'],
    ['mcp', ['better-sqlite3'], 'better-sqlite3'],
    ['ui', ['@twicewise/store'], '@twicewise/store'],
    ['ui', ['electron'], 'electron'],
    ['host', ['@twicewise/ui'], '@twicewise/ui'],
    ['host', ['@twicewise/testkit'], '@twicewise/testkit'],
  ])('refuses packages/%s depending on %j', (name, dependencies, wrong) => {
    expect(problemsWith({ [`packages/${name}/package.json`]: manifest(name, dependencies) })).toContain(
      `packages/${name}/package.json must not depend on ${wrong}`,
    );
  });

  it('lets tests import what the root names for all of them, and nothing that is shipped', () => {
    const root = {
      'package.json': JSON.stringify({ devDependencies: { '@twicewise/testkit': '0.1.0', vitest: '5.1.0' } }),
    };
    const use = "import { verifies } from '@twicewise/testkit';\n";
    expect(problemsWith({ ...root, 'packages/store/test/a.test.ts': use })).toEqual([]);
    expect(problemsWith({ ...root, 'packages/store/src/sql/a.ts': use })).toEqual([
      'packages/store/src/sql/a.ts imports @twicewise/testkit, which its package.json does not name',
    ]);
    expect(problemsWith({ 'packages/store/test/a.test.ts': use })).toHaveLength(1);
  });

  it('refuses a package that the table does not know, and a wrong development dependency', () => {
    expect(problemsWith({ 'packages/utils/package.json': manifest('utils', []) })).toEqual([
      'packages/utils is not in the table of layers; decide what it may import',
    ]);
    const devDependencies = { '@twicewise/host': '0.1.0', '@twicewise/testkit': '0.1.0', vite: '8.0.0' };
    expect(
      problemsWith({ 'packages/ui/package.json': manifest('ui', ['@tanstack/react-query'], { devDependencies }) }),
    ).toEqual(['packages/ui/package.json must not depend on @twicewise/host']);
  });

  it.each([
    ['packages/contract/src/b.ts', "import { readFileSync } from 'node:fs';", 'must run without Node'],
    ['packages/ui/src/data/b.tsx', "const fs = await import('node:fs');", 'must run without Node'],
    ['packages/store/src/sql/b.ts', "import { join } from 'path';", 'write node:path'],
    ['packages/store/src/sql/b.ts', "import { a } from '../../../contract/src/text.ts';", 'a file of another folder'],
    ['packages/store/src/sql/b.ts', "export * from '@twicewise/contract/src/text.ts';", 'exports ., ./product'],
    ['packages/store/test/b.test.ts', "import { a } from '../../contract/src/text.ts';", 'a file of another folder'],
    ['packages/store/src/sql/b.ts', "import { ulid } from 'ulid';", 'which its package.json does not name'],
    ['packages/mcp/src/b.ts', "import type { Store } from '@twicewise/store';", 'which its package.json does not name'],
    ['packages/store/src/sql/b.ts', 'export const folder = process.env.TWICEWISE_DATA;', 'reads process.env'],
    ['packages/mcp/src/b.ts', 'const [, , file] = process.argv;', 'reads process.argv'],
    [
      'packages/store/src/sql/b.ts',
      "import { homedir } from 'node:os';\nexport const home = homedir();",
      'reads homedir(',
    ],
  ])('refuses in %s: %s', (file, text, message) => {
    expect(problemsWith({ [file]: `${text}\n` })).toEqual([
      expect.stringMatching(new RegExp(`^${file}.*${message.replace(/[.()]/g, '\\$&')}`)),
    ]);
  });

  it('refuses in a test what neither its package nor the root names', () => {
    const test = { 'packages/store/test/b.test.ts': "import { it } from 'vitest';\nimport x from 'lodash';\n" };
    expect(problemsWith(test)).toEqual([
      'packages/store/test/b.test.ts imports lodash, which its package.json does not name',
    ]);
  });

  it('fails as a program', () => {
    const root = checkoutWith({ ...GOOD, 'packages/store/src/sql/b.ts': "import { join } from 'path';\n" });
    const run = spawnSync(process.execPath, [join(CHECKOUT, 'scripts/verify-layers.ts'), root], { encoding: 'utf8' });
    expect(run.status).toBe(1);
  });
});

describe('the other guard of the layers', () => {
  it('tsc refuses Node in a package whose tsconfig has no types', () => {
    const root = checkoutWith({
      'tsconfig.base.json': readFileSync(join(CHECKOUT, 'tsconfig.base.json'), 'utf8'),
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] }),
      'src/a.ts': 'export const a = 1;\n',
    });
    symlinkSync(join(CHECKOUT, 'node_modules'), join(root, 'node_modules'));
    const tsc = () => spawnSync(join(CHECKOUT, 'node_modules/.bin/tsc'), ['-p', root], { encoding: 'utf8' });
    expect(tsc()).toMatchObject({ status: 0 });
    addFiles(root, { 'src/b.ts': "import { readFileSync } from 'node:fs';\nexport const b = readFileSync;\n" });
    const broken = tsc();
    expect(broken.status).not.toBe(0);
    expect(broken.stdout).toContain('node:fs');
  }, 30_000);
});

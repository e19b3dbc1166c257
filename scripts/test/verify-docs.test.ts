import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_PROFILES } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { REFERENCE_FOLDER, referencePages, writeReference } from '../generate-reference.ts';
import { verifyDecisions, verifyLinks, verifyPaths, verifyReference } from '../verify-docs.ts';
import { checkoutWith } from './broken-checkout.ts';

describe('links', () => {
  it('accepts good ones, outside ones and those in code', () => {
    const root = checkoutWith({
      'README.md': [
        '# Start here',
        '[guide](docs/guide.md) [part](docs/guide.md#two-words--more) [here](#start-here) [folder](docs/)',
        '[outside](https://example.org/x#y) [mail](mailto:a@b.c) ![image](docs/a%20b.png) [root](/docs/guide.md)',
        '`[code](nowhere.md)`',
        '```md\n[block](nowhere.md)\n```',
        '[by reference][ref]\n\n[ref]: docs/guide.md "title"',
        '[second](docs/guide.md#same-1) [own](docs/guide.md#own)',
      ].join('\n\n'),
      'docs/guide.md': '# Guide\n\n## Two words & `more`\n\n## Same\n\n## Same\n\n<a id="own"></a>\n',
      'docs/a b.png': '',
    });
    expect(verifyLinks(root)).toEqual({ problems: [], summary: '2 pages, 9 links' });
  });

  it.each([
    ['[x](docs/none.md)', 'links to docs/none.md, which does not exist'],
    ['![x](none.png)', 'links to none.png, which does not exist'],
    ['[x](#none)', 'links to #none, but there is no such heading'],
    ['[x](other.md#none)', 'links to other.md#none, but there is no such heading'],
    ['[x](../outside.md)', 'links to ../outside.md, which does not exist'],
    ['[x][y]\n\n[y]: none.md', 'links to none.md, which does not exist'],
  ])('refuses %s', (text, problem) => {
    const root = checkoutWith({ 'a.md': `# A\n\n${text}\n`, 'other.md': '# Other\n' });
    expect(verifyLinks(root).problems).toEqual([expect.stringMatching(`^a.md:\\d ${problem}`)]);
  });
});

describe('paths', () => {
  it('are there where a guide names them; decisions tell how things were (B3-15)', () => {
    verifies('B3-15');
    expect(verifyPaths(CHECKOUT).problems).toEqual([]);
    const root = checkoutWith({
      'docs/guide.md':
        'First `packages/a/src/one.ts`,\nthen `packages/a/src/none.ts`, like `packages/<name>/src/*.ts`.\n',
      'docs/adr/0001-a.md': 'It was in `packages/a/src/gone.ts`.\n',
      'packages/a/src/one.ts': '',
    });
    const problem = 'docs/guide.md:2 names packages/a/src/none.ts, which does not exist';
    expect(verifyPaths(root)).toEqual({ problems: [problem], summary: '2 paths' });
  });
});

describe('decisions', () => {
  const decision = (status: string) => `# 7. Why\n\n${status}\n\n**Decision.** So.\n`;
  const problemsOf = (files: Record<string, string>) => verifyDecisions(checkoutWith(files)).problems;

  it('accepts those that say their number, status and date', () => {
    const later = '**Status.** Superseded by [ADR 8](0008-b.md), 2026-11-23.';
    const inPart = '**Status.** Accepted, 2026-11-23; its lanes are superseded by [ADR 8](0008-b.md).';
    for (const status of ['**Status.** Accepted, 2026-11-23.', later, inPart]) {
      expect(problemsOf({ 'docs/adr/0007-a.md': decision(status) }), status).toEqual([]);
    }
  });

  it.each(['**Decision.** So.', '**Status.** Accepted, November 2026.', '**Status.** Superseded, 2026-11-23.', ''])(
    'refuses one whose third line is %j',
    (status) => {
      expect(problemsOf({ 'docs/adr/0007-a.md': decision(status) })).toEqual([expect.stringContaining('must say')]);
    },
  );

  it('refuses another number in the title, and a number that is taken', () => {
    const status = '**Status.** Accepted, 2026-11-23.';
    const files = { 'docs/adr/0007-a.md': decision(status), 'docs/adr/0007-b.md': decision(status) };
    expect(problemsOf(files)).toEqual([expect.stringContaining('has the number of docs/adr/0007-a.md')]);
    expect(problemsOf({ 'docs/adr/0008-a.md': decision(status) })).toEqual([expect.stringContaining('"# 8. "')]);
  });
});

describe('reference', () => {
  function fresh(): string {
    const root = checkoutWith({});
    writeReference(root);
    return root;
  }

  it('accepts what the generator writes, twice the same, without dead links', () => {
    const root = fresh();
    expect(verifyReference(root).problems).toEqual([]);
    expect(verifyLinks(root).problems).toEqual([]);
    expect([...referencePages()]).toEqual([...referencePages()]);
  });

  it('refuses a page that was edited by hand, and one that is missing', () => {
    const root = fresh();
    const page = join(root, REFERENCE_FOLDER, 'settings.md');
    writeFileSync(page, `${readFileSync(page, 'utf8')}\nBy hand.\n`);
    expect(verifyReference(root).problems).toEqual([
      expect.stringContaining('settings.md is not what the contract says'),
    ]);
    rmSync(join(root, REFERENCE_FOLDER, 'errors.md'));
    const { problems } = verifyReference(root);
    expect(problems).toContainEqual(expect.stringContaining('errors.md is missing'));
    rmSync(join(root, REFERENCE_FOLDER, 'prompts.md'));
    expect(verifyReference(root).problems).toContainEqual(expect.stringContaining('does not mention `reflect`'));
  });

  it('has no table in a cell: what is long is named once and linked, or follows in a table of its own', () => {
    const cells = [...referencePages()]
      .filter(([file]) => file.endsWith('.md'))
      .flatMap(([file, text]) => text.split('\n').flatMap((line) => line.split(' | ').map((cell) => ({ file, cell }))));
    const inTables = cells.filter(({ cell }) => cell.includes('{ ') && cell.length > 300);
    expect(inTables).toEqual([]);
    const records = referencePages().get('records.md') ?? '';
    const headings = [...records.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(new Set(headings).size).toBe(headings.length);
    expect(headings).toEqual(expect.arrayContaining(['Reflection', 'EpisodeDecision', 'Author', 'AgentAnswer']));
  });

  it('shows both profiles of tools, every prompt, and each command as it explains itself', () => {
    const page = (file: string) => referencePages().get(file) ?? '';
    const full = page('agent-tools.md').split('## Profile full')[1] ?? '';
    for (const { name } of TOOL_PROFILES.full) {
      const isCore = TOOL_PROFILES.core.some((tool) => tool.name === name);
      expect(full.includes(`\`${name}\``), name).toBe(!isCore);
    }
    const doctor = spawnSync(process.execPath, [join(CHECKOUT, 'packages/host/src/cli/main.ts'), 'doctor', '--help'], {
      encoding: 'utf8',
    });
    expect(doctor.stdout).toContain('Usage:');
    expect(page('command-line.md')).toContain(doctor.stdout.trim());
    expect([...page('command-line.md').matchAll(/[\\/](?:home|work|tmp|Users)[\\/]\S*/g)]).toEqual([]);
  });

  it('refuses a name of the contract that no page mentions', () => {
    expect(verifyReference(fresh(), referencePages(), ['reflection.store', 'reflection.teleport']).problems).toEqual([
      'docs/reference does not mention `reflection.teleport`',
    ]);
  });
});

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECORD } from '@twicewise/ingest/loop-samples';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Runs every command of the README and the guides as it is written there.

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));
const GUIDES = readdirSync(join(CHECKOUT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...GUIDES.map((name) => `docs/${name}`)];

/** Commands that are not run here, each with where it is run, or why it is not. */
const ELSEWHERE: readonly [start: RegExp, where: string][] = [
  [/^npm (?:start|test)$/, 'what runs this'],
  [/^(?:npm install|twicewise (?:serve|update|uninstall))\b/, 'check:npm, with the package'],
  [/^npx twicewise serve\b/, 'lifecycle.test.ts: it runs until it is interrupted'],
  [/^npx twicewise import --(?:claude-code|codex)$/, 'import of transcripts: nothing of that program is here'],
];

const samplesOf = (page: string, language: string) =>
  [...readFileSync(join(CHECKOUT, page), 'utf8').matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    .filter(([, tagged]) => tagged === language)
    .flatMap(([, , text = '']) => text.trim().split('\n'));
const commands = PAGES.flatMap((page) => samplesOf(page, 'sh')).map((line) => line.replace(/\s+#.*$/, '').trim());
const typed = commands.filter((line) => !ELSEWHERE.some(([start]) => start.test(line)));
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

const folder = tempFolder('documented');
const [home, cwd] = [join(folder.path, 'home'), join(folder.path, 'work')];
const environment = { ...process.env, HOME: home, TWICEWISE_DATA: join(folder.path, 'data') };

beforeAll(() => {
  for (const path of [home, join(cwd, 'sessions'), join(cwd, 'episodes')]) mkdirSync(path, { recursive: true });
  const log = 'packages/ingest/test/session-logs/labelled/2026-03-01-session-31-flaky-import.md';
  writeFileSync(join(cwd, 'sessions/2026-03-01-session-31.md'), readFileSync(join(CHECKOUT, log)));
  const episode = {
    id: 'episode-1',
    session: 's1',
    timestamp: '2026-03-01T10:00:00Z',
    task: 'Fix it',
    outcome: 'success',
  };
  writeFileSync(join(cwd, 'episodes/one.json'), JSON.stringify(episode));
  const nodes = ['n1', 'n2'].map((id) => ({ id, type: 'error', label: `Error ${id}`, episodes: [] }));
  const edges = [{ source: 'n1', target: 'n2', type: 'causes', weight: 0.5, evidence_count: 1 }];
  writeFileSync(join(cwd, 'causal-graph.json'), JSON.stringify({ version: '1.0', nodes, edges, patterns: [] }));
  const record = JSON.stringify({ ...RECORD, loop_id: 'ralph-fix-tests' });
  mkdirSync(join(cwd, '.aiwg/ralph'), { recursive: true });
  for (const name of ['001.json', '.aiwg/ralph/001.json']) writeFileSync(join(cwd, name), record);
  const context = { id: 'ctx_1', turnNumber: 1, fullContext: 'told', tokenCount: 1, timestamp: 0 };
  writeFileSync(join(cwd, 'thinker.json'), JSON.stringify({ contexts: [context], summaries: [] }));
  writeFileSync(join(cwd, 'lessons.jsonl'), `${samplesOf('docs/importing.md', 'json').join('\n')}\n`);
});
afterAll(() => folder.remove());

describe('a command of the documentation', () => {
  it('is one of those that are typed here, or known to be typed elsewhere', () => {
    expect(typed.length).toBeGreaterThan(12);
    for (const line of typed) expect(line).toMatch(/^npx twicewise \w/);
    for (const [start] of ELSEWHERE) expect(commands.some((line) => start.test(line))).toBe(true);
  });

  it.each(typed)('%s', async (line) => {
    const [, , ...words] = wordsOf(line);
    const file = words[1] ?? '';
    // The reader is a person. `export` overwrites no file. `connect` would ask, so it only prints what it would enter.
    if (words[0] === 'export') rmSync(join(cwd, file), { force: true });
    const args = words[0] === 'connect' && words.length > 1 && words[1] !== '--check' ? [...words, '--print'] : words;
    const { code, stdout, stderr } = await runCommand([...args, '--as-person'], { cwd, env: environment });
    expect({ code, said: `${stdout}${stderr}` }).toEqual({ code: 0, said: expect.stringMatching(/\S/) });
  });
});

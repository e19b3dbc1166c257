import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const folder = tempFolder('graph');
afterAll(() => folder.remove());
const data = join(folder.path, 'data');
const given = join(folder.path, 'causal-graph.json');
const run = (...args: string[]) => runCommand([...args, '--data', data]);

const GRAPH = {
  version: '1.0',
  updated: '2026-01-08T12:19:54.2190613-06:00',
  nodes: [
    { id: 'n001', type: 'decision', label: 'Cache the answers', episodes: [] },
    { id: 'n002', type: 'error', label: 'Stale prices', episodes: [] },
    { id: 'n003', type: 'error', label: 'Of nothing', episodes: [] },
  ],
  edges: [
    { source: 'n001', target: 'n002', type: 'causes', weight: 0.8, evidence_count: 3 },
    { source: 'n001', target: 'n009', type: 'causes' },
  ],
  patterns: [],
};

describe('a causal graph file', () => {
  it('is known by what is in it, named part by part, and taken back by one command', async () => {
    mkdirSync(data, { recursive: true });
    writeFileSync(given, JSON.stringify(GRAPH));
    const { code, stderr } = await run('import', given, '--project', 'shop');
    expect(code).toBe(0);
    expect(stderr).toContain('1 causal graph among them: 1 new claim, 0 brought up to date');
    expect(stderr).toContain('Of 3 things, no edge is tied to 1: 0 are known from episodes here, 1 are not kept.');
    expect(stderr).toContain('causal-graph.json#/edges/1: names the target "n009", which is not there');
    expect(stderr).toContain('To take all of it back:');
    const again = await run('import', given, '--project', 'shop');
    expect(again.stderr).not.toContain('To take all of it back:');
  });

  it('is written by export: the same bytes each time, and never over a file that nobody named', async () => {
    const path = join(folder.path, 'out.json');
    const { code, stderr } = await run('export', path, '--project', 'shop');
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 nodes, 1 edge, 0 patterns:')]);
    const written = readFileSync(path, 'utf8');
    expect(JSON.parse(written).edges).toMatchObject([{ type: 'causes', weight: 0.8, evidence_count: 3 }]);
    const refused = await run('export', path, '--project', 'shop');
    expect([refused.code, JSON.parse(refused.stdout).error.reason]).toEqual([1, 'bad_file']);
    expect((await run('export', path, '--project', 'shop', '--overwrite')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(written);
    expect(statSync(path).mode & 0o077).toBe(0);
    const back = await run('import', path, '--project', 'shop');
    expect(back.stderr).toContain('0 new claims, 0 brought up to date, 1 as they were or known already');
  });

  it('is refused with options of a bundle, several projects, or nowhere to write', async () => {
    const path = join(folder.path, 'other.json');
    expect((await run('export', path, '--redact')).code).toBe(2);
    expect((await run('export', path, '--project', 'a', '--project', 'b')).code).toBe(2);
    const nowhere = await run('export', join(folder.path, 'no/such/place.json'), '--project', 'shop');
    expect([nowhere.code, JSON.parse(nowhere.stdout).error.reason]).toEqual([1, 'bad_file']);
    expect(existsSync(path)).toBe(false);
  });
});

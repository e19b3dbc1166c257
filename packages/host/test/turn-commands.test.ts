import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@twicewise/client';
import { type HostProcess, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = tempFolder('turns');
let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.stop();
  folder.remove();
});

const place = { projectId: 'shop', sessionId: 'long' };
/** A megabyte with a line break and quotes now and then, which JSON writes longer. */
const megabyte = Array.from({ length: 27_000 }, (_, n) => `  "line ${n}": a value of the workspace,\n`)
  .join('')
  .slice(0, 1_048_576);

/** The text of the first part of a turn, page by page. */
async function textOf(id: string): Promise<string> {
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const page: { text: string; next: number | null } = await host.client.call('turn.text', { id, part: 0, from });
    text += page.text;
    from = page.next;
  }
  return text;
}

describe('a context of a megabyte', () => {
  it('passes through HTTP and through the control socket, and is read back whole (S2-01)', async () => {
    verifies('S2-01');
    expect(Buffer.byteLength(megabyte)).toBeGreaterThan(900_000);
    const context = [{ kind: 'workspace', text: megabyte }];
    const { turn } = await host.client.call('turn.save', { ...place, context });
    expect((await textOf(turn.id)) === megabyte).toBe(true);
    const client = await connect({ data: host.ready.data, name: 'test', project: { reference: 'shop' } });
    try {
      const again = await client.call('turn.save', { sessionId: 'long', context });
      expect(again.turn.number).toBe(2);
      expect((await textOf(again.turn.id)) === megabyte).toBe(true);
    } finally {
      await client.close();
    }
  });
});

const data = join(folder.path, 'data');
mkdirSync(data, { recursive: true });
const run = (...args: string[]) => runCommand([...args, '--data', data]);

const FILE = {
  version: 1,
  contexts: [
    {
      id: 'ctx_1',
      turnNumber: 1,
      fullContext: 'Files: [a.ts]',
      tokenCount: 5,
      toolCalls: ['read'],
      timestamp: 1767225600000,
    },
    {
      id: 'ctx_2',
      turnNumber: 2,
      fullContext: 'Files: [a.ts, b.ts]',
      summary: 'Added b',
      tokenCount: 8,
      timestamp: 1767225660000,
    },
  ],
  summaries: [
    {
      id: 's2',
      contextId: 'ctx_2',
      turnNumber: 2,
      summary: 'Added b',
      insights: ['b is new'],
      tokenCount: 5,
      timestamp: 1767225661000,
    },
  ],
};

describe('twicewise import and export --format turns', () => {
  it('write back what they read, equal as JSON (S2-18)', async () => {
    verifies('S2-18', 'B2-08');
    const given = join(folder.path, 'thinker.json');
    writeFileSync(given, JSON.stringify(FILE));
    const read = await run('import', given, '--format', 'turns', '--session', 'run 7', '--project', 'shop');
    expect([read.code, read.stderr]).toEqual([
      0,
      expect.stringContaining('2 new turns, 1 new summary, 0 there already.'),
    ]);
    const out = join(folder.path, 'out.json');
    const written = await run('export', out, '--format', 'turns', '--session', 'run 7');
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('2 turns written')]);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(FILE);
    const again = await run('export', out, '--format', 'turns', '--session', 'run 7');
    expect([again.code, again.stderr.includes('--overwrite')]).toEqual([1, true]);
    const none = join(folder.path, 'none.json');
    expect((await run('export', none, '--format', 'turns', '--session', 'nobody')).code).toBe(1);
    expect(existsSync(none)).toBe(false);
    expect((await run('export', none, '--format', 'turns')).code).toBe(2);
    expect((await run('import', given, '--session', 'x')).code).toBe(2);
    const bad = join(folder.path, 'bad.json');
    writeFileSync(bad, JSON.stringify({ ...FILE, contexts: [] }));
    const refused = await run('import', bad, '--format', 'turns', '--project', 'shop');
    expect([refused.code, refused.stderr.includes('ctx_2')]).toEqual([1, true]);
  });

  it('leave out turns whose texts were pruned, and say so', async () => {
    const given = join(folder.path, 'two.json');
    writeFileSync(given, JSON.stringify(FILE));
    await run('import', given, '--format', 'turns', '--session', 'run 8', '--project', 'web');
    const rule = { sessionId: 'run 8', projectId: 'web', keepNewest: 1 };
    expect((await run('call', 'turn.prune', JSON.stringify(rule))).code).toBe(0);
    const out = join(folder.path, 'pruned.json');
    const written = await run('export', out, '--format', 'turns', '--session', 'run 8');
    expect(written.stderr).toContain('1 turn written');
    expect(written.stderr).toContain('Not carried: 1 pruned turn');
    expect(JSON.parse(readFileSync(out, 'utf8')).contexts.map(({ id }: { id: string }) => id)).toEqual(['ctx_2']);
  });
});

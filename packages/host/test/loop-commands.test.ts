import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCamelCase, RECORD, STATE } from '@twicewise/ingest/loop-samples';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, describe, expect, it } from 'vitest';

const folder = tempFolder('loops');
afterAll(() => folder.remove());
const data = join(folder.path, 'data');
const given = join(folder.path, 'given');
mkdirSync(data, { recursive: true });
mkdirSync(given);
const run = (...args: string[]) => runCommand([...args, '--data', data]);
const put = (name: string, file: unknown) => {
  writeFileSync(join(given, name), typeof file === 'string' ? file : JSON.stringify(file));
  return join(given, name);
};

describe('twicewise validate', () => {
  it('says of a file that it is valid, or each thing that is wrong and where, and needs no memory (S3-65)', async () => {
    verifies('S3-65');
    const good = [put('good.json', RECORD), put('camel.json', inCamelCase(RECORD))];
    const valid = await runCommand(['validate', ...good]);
    expect([valid.code, valid.stdout.split('\n')]).toEqual([
      0,
      [...good.map((path) => `${path}: valid (loop record)`), ''],
    ]);
    const { memory_metadata: _, ...rest } = RECORD;
    const bad = put('bad.json', { ...rest, iteration: -1 });
    const { code, stdout } = await runCommand(['validate', bad, good[0] ?? '']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /bad\.json: 2 problems, taken for a loop record\n {2}\/iteration: \S.*\n {2}\/memory_metadata: \S/,
    );
    expect(stdout).toContain('good.json: valid');
  });

  it('knows the state of a loop as the import does, and says what keeps it from being read', async () => {
    const good = put('current-loop.json', STATE);
    const long = put('long-loop.json', { ...STATE, task: 'x'.repeat(200_000) });
    const nameless = put('nameless-loop.json', { current_iteration: 3 });
    const { code, stdout } = await runCommand(['validate', good, long, nameless]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${good}: valid (loop state)\n`);
    expect(stdout).toMatch(/long-loop\.json: 1 problem, taken for a loop state\n {2}the file: .*task/);
    expect(stdout).toMatch(/nameless-loop\.json: 1 problem, taken for a loop state\n {2}the file: .*needs a task/);
  });

  it('tells a file that is no JSON, no file at all, a folder, or an episode', async () => {
    const paths = [
      put('text.json', 'hello'),
      join(given, 'none.json'),
      put('episode.json', { id: 'e', session: 's' }),
      given,
    ];
    const { code, stdout } = await runCommand(['validate', ...paths, '--json']);
    expect(code).toBe(1);
    const verdicts = JSON.parse(stdout);
    expect(verdicts.map(({ schema }: { schema: string | null }) => schema)).toEqual([null, null, 'episode', null]);
    expect(verdicts[0].problems[0].reason).toContain('not JSON');
    expect(verdicts[1].problems[0].reason).toBe('There is no such file.');
    expect(verdicts[2].problems).toEqual([]);
    expect(verdicts[3].problems[0].reason).toBe('It is a folder: name the files in it.');
    expect((await runCommand(['validate'])).code).toBe(2);
  });
});

describe('the files of a loop', () => {
  it('are imported, named where they are of no use, and written again as they were', async () => {
    const loop = join(given, 'loop');
    mkdirSync(loop);
    writeFileSync(join(loop, '002.json'), JSON.stringify(RECORD));
    writeFileSync(join(loop, 'current-loop.json'), JSON.stringify({ ...STATE, id: RECORD.loop_id, iterations: [] }));
    writeFileSync(join(loop, '003.json'), JSON.stringify({ ...RECORD, iteration: 'three' }));
    const { code, stderr } = await run('import', loop, '--format', 'loops', '--project', 'shop');
    expect(code).toBe(0);
    expect(stderr).toContain(
      '3 files read: 1 new loop, 0 brought up to date; 1 new attempt, 0 brought up to date; 0 with nothing new, 1 of no use.',
    );
    expect(stderr).toMatch(/003\.json: .*iteration/);
    expect(stderr).toContain('To take all of it back:');

    const out = join(folder.path, 'out');
    const written = await run('export', out, '--session', RECORD.loop_id);
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('2 files written to ')]);
    const read = (name: string) => JSON.parse(readFileSync(join(out, RECORD.loop_id, name), 'utf8'));
    expect(read('002.json')).toEqual(RECORD);
    expect(read('loop-state.json')).toEqual({ ...STATE, id: RECORD.loop_id, iterations: [] });
    expect((await runCommand(['validate', join(out, RECORD.loop_id, '002.json')])).code).toBe(0);

    const refused = await run('export', out, '--session', RECORD.loop_id);
    expect([refused.code, JSON.parse(refused.stdout).error.message]).toEqual([1, expect.stringContaining('already')]);
    expect((await run('export', out, '--session', RECORD.loop_id, '--overwrite')).code).toBe(0);
  });

  it('of no session, or one without attempts, are not written, and options of a bundle are refused', async () => {
    const out = join(folder.path, 'nothing');
    const none = await run('export', out, '--session', 'nobody');
    expect([none.code, JSON.parse(none.stdout).error.code]).toEqual([1, 'not_found']);
    await run('call', 'session.start', '{"sessionId":"idle","projectId":"shop"}');
    const idle = await run('export', out, '--session', 'idle');
    expect([idle.code, JSON.parse(idle.stdout).error.message]).toEqual([1, expect.stringContaining('no attempts')]);
    expect((await run('export', out, '--session', 'nobody', '--redact')).code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startCommand, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const data = tempFolder('reading-commands');
const at = ['--data', data.path];

beforeAll(async () => {
  const lessons = [
    { taskDescription: 'Fix authentication token expiry', outcome: 'failure', nextStrategy: 'compare the clocks' },
    { taskDescription: 'Speed up the image cache', outcome: 'success', nextStrategy: 'the same again' },
  ];
  for (const lesson of lessons) {
    const input = JSON.stringify({ ...lesson, projectId: 'shop' });
    expect((await runCommand(['call', 'reflection.store', '-', ...at], { input })).code).toBe(0);
  }
});
afterAll(() => data.remove());

describe('twicewise search', () => {
  it('prints the relevant lessons, and all of the answer with --json', async () => {
    const { code, stdout } = await runCommand(['search', 'login', 'timeout', ...at]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^failure {2}Fix authentication token expiry {2}\(shop, refl_\w+; \d+ % relevant\)/);
    expect(stdout).not.toContain('image cache');
    const { stdout: json } = await runCommand(['search', 'login timeout', '--json', '--project', 'shop', ...at]);
    expect(JSON.parse(json).value.hits).toHaveLength(1);
  });

  it('says that nothing is relevant, and what it needs', async () => {
    expect((await runCommand(['search', 'espresso', ...at])).stdout).toContain('No lesson is relevant.');
    for (const words of [[], ['  ']]) {
      const { code, stderr } = await runCommand(['search', ...words, ...at]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Say what to look for.')]);
    }
    expect((await runCommand(['search', 'x', '--limit', '0', ...at])).code).toBe(2);
  });
});

describe('twicewise brief', () => {
  it('prints what an agent would be told, and writes nothing down', async () => {
    const { code, stdout } = await runCommand(['brief', 'Debug', 'login', 'timeout', ...at]);
    expect(code).toBe(0);
    expect(stdout).toContain('compare the clocks');
    const [id = ''] = /refl_[0-9A-Z]{26}/.exec(stdout) ?? [];
    const { stdout: shown } = await runCommand(['call', 'exposure.list', JSON.stringify({ reflectionId: id }), ...at]);
    expect(JSON.parse(shown).value.items).toEqual([]);
  });

  it('is of the project of the working folder, as for an agent there', async () => {
    const folder = tempFolder('brief here');
    const cwd = folder.path;
    const asked = (...more: string[]) => runCommand(['brief', 'Debug login timeout', ...more, ...at], { cwd });
    const before = await asked();
    expect(before.stderr).toContain('an agent here would be told nothing');
    expect(before.stdout).toContain('compare the clocks');
    const input = JSON.stringify({ taskDescription: 'Paint the door', outcome: 'success', nextStrategy: 'n' });
    await runCommand(['call', 'reflection.store', '-', ...at], { cwd, input });
    const here = await asked();
    expect([here.stderr, here.stdout]).toEqual(['', expect.not.stringContaining('compare the clocks')]);
    expect((await asked('--everywhere')).stdout).toContain('compare the clocks');
    expect((await asked('--project', 'shop')).stdout).toContain('compare the clocks');
    expect((await asked('--project', 'shop', '--everywhere')).code).toBe(2);
    folder.remove();
  });
});

describe('a data folder that was mistyped', () => {
  it.each([['search', 'x'], ['brief', 'x'], ['doctor']])('is said by %s, and not made', async (...command) => {
    const missing = join(data.path, 'mistyped');
    const { code, stdout } = await runCommand([...command, '--data', missing]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, error: { code: 'not_found' } }]);
    expect(existsSync(missing)).toBe(false);
  });
});

describe('twicewise import', () => {
  it('says where the lessons went and which fields mean nothing here', async () => {
    const file = join(data.path, 'lessons.jsonl');
    writeFileSync(file, '{"id":"1","titel":"Misspelt","text":"a lesson","outcome":"success"}\n');
    const { code, stderr } = await runCommand(['import', file, '--project', 'shop', ...at]);
    expect(code).toBe(0);
    expect(stderr).toContain('1 imported into "shop", 0 there already, 0 bad');
    expect(stderr).toContain('kept with their lessons: titel (1)');
    // The printed command works as it stands.
    const [, line = ''] =
      /^To take all of it back: (?:npx twicewise|node (?:'[^']*'|"[^"]*"|\S+)) (.*)$/m.exec(stderr) ?? [];
    const [, operation = '', json = '', folder = ''] = /^call (\S+) '(.*)' --data (.*)$/.exec(line) ?? [];
    const again = await runCommand(['import', file, '--project', 'shop', ...at]);
    expect(again.stderr).toContain('0 imported, 1 there already');
    expect(again.stderr).not.toContain('take all of it back');
    expect((await runCommand(['call', operation, json, '--data', folder])).code).toBe(0);
  });

  it('is cancelled by Ctrl+C, and no later command goes on with it', async () => {
    const file = join(data.path, 'many.jsonl');
    const lessons = Array.from(
      { length: 60_000 },
      (_, n) => `{"id":"many-${n}","text":"lesson ${n}","outcome":"success"}`,
    );
    writeFileSync(file, `${lessons.join('\n')}\n`);
    const child = startCommand(['import', file, '--project', 'many', ...at]);
    let said = '';
    child.stderr?.on('data', (part: Buffer) => {
      const isNew = !/running [1-9]/.test(said);
      said += String(part);
      if (!isNew || !/running [1-9]/.test(said)) return;
      // What started the command may pass the same Ctrl+C on to it.
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 20);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(1);
    expect(said).toContain('Cancelling…');
    expect(said).toContain('The job was cancelled.');
    const undo = /call operation\.undo '(.*?)'/.exec(said)?.[1] ?? '';
    const { stdout } = await runCommand(['call', 'job.get', JSON.stringify({ id: JSON.parse(undo).jobId }), ...at]);
    expect(JSON.parse(stdout).value.job).toMatchObject({ state: 'cancelled' });
    expect((await runCommand(['call', 'operation.undo', undo, ...at])).code).toBe(0);
    const left = await runCommand(['call', 'reflection.list', '{"projectId":"many"}', ...at]);
    expect(JSON.parse(left.stdout).value.items).toEqual([]);
  });

  it('is taken back by the command it names but for what was changed since, and the answer counts both', async () => {
    const logs = join(data.path, 'four-logs');
    mkdirSync(logs);
    for (const n of [1, 2, 3, 4]) {
      const log = {
        id: `episode-four-${n}`,
        session: `four-${n}`,
        task: `log ${n}`,
        events: [{ id: 'e1', type: 'x' }],
      };
      writeFileSync(join(logs, `${n}.json`), JSON.stringify(log));
    }
    const call = async (name: string, input: object) => {
      const { stdout } = await runCommand(['call', name, JSON.stringify(input), ...at]);
      return JSON.parse(stdout).value;
    };
    const { stderr, stdout } = await runCommand(['import', logs, '--project', 'four', ...at]);
    expect(stderr).toContain('What is changed until then stays; the answer counts it.');
    const [episode] = (await call('episode.list', { projectId: 'four' })).items;
    await call('episode.update', { id: episode.id, changes: { task: 'mine' } });
    const undone = await call('operation.undo', { jobId: JSON.parse(stdout).value.job.id });
    expect(undone).toMatchObject({ records: 9, keptFor: { changed_since: 1, in_use: 3 } });
    const { items } = await call('episode.list', { projectId: 'four' });
    expect(items.map(({ id }: { id: string }) => id)).toEqual([episode.id]);
  }, 60_000);

  it('refuses what would be ignored: two agents at once, a day for a file, a line that says nothing', async () => {
    const file = join(data.path, 'empty.jsonl');
    writeFileSync(file, '{}\n{"tags":["x"]}\n');
    const { code, stdout } = await runCommand(['import', file, ...at]);
    expect([code, JSON.parse(stdout).error.message]).toEqual([1, expect.stringContaining('line 1: says nothing')]);
    expect((await runCommand(['import', file, '--since', '2026-01-01', ...at])).code).toBe(2);
    expect((await runCommand(['import', '--codex', '--claude-code', ...at])).code).toBe(2);
  });
});

describe('twicewise hook', () => {
  it('is switched off and on, everywhere and per project', async () => {
    const say = async (...args: string[]) => (await runCommand(['hook', ...args, ...at])).stdout.trim();
    expect(await say('status')).toBe('Hooks speak. Sessions are written down.');
    expect(await say('off', '--project', 'shop')).toBe('Hooks are silent in shop. No session of shop is written down.');
    expect(await say('status')).toBe(
      'Hooks speak, except in 1 project. Sessions are written down, except in 1 project.',
    );
    expect(await say('on', '--project', 'shop')).toBe('Hooks speak in shop. Sessions of shop are written down.');
    const options = await runCommand(['hook', ...at, 'off']);
    expect(options.stdout.trim()).toBe('Hooks are silent everywhere. No session is written down.');
    // The answer for one project is also true while hooks are off everywhere.
    expect(await say('off', '--project', 'shop')).toContain('everywhere, and shop stays out when that is switched on');
    expect(await say('on', '--project', 'shop')).toMatch(
      /everywhere, also in shop, until ".*hook on" without --project/,
    );
    expect(await say('on')).toBe('Hooks speak. Sessions are written down.');
    expect((await runCommand(['hook', 'status', 'now', ...at])).code).toBe(2);
    // A person who switches hooks off must not wrongly believe that they are: case makes no difference.
    expect(await say('Off')).toBe('Hooks are silent everywhere. No session is written down.');
    expect(await say('ON')).toBe('Hooks speak. Sessions are written down.');
    // A capital letter in an option's value does not make it a hook, which would be silent.
    const unknown = await runCommand(['hook', 'off', '--project', 'Unknown', ...at]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Unknown')]);
    expect((await runCommand(['hook', 'offf', ...at])).code).toBe(2);
    expect((await runCommand(['hook', '--help'])).stdout).toContain('TWICEWISE_HOOKS=off');
  });

  it('pauses one session, by its name or from within it', async () => {
    const inside = { env: { ...process.env, CLAUDE_CODE_SESSION_ID: 'session-7' } };
    const say = async (...args: string[]) => (await runCommand(['hook', ...args, ...at], inside)).stdout.trim();
    expect(await say('pause')).toBe('Session session-7 is written down no more.');
    expect(await say('pause', '--session', 'other')).toBe('Session other is written down no more.');
    expect(await say('status')).toContain('Sessions are written down, except 2 paused sessions.');
    expect(await say('resume')).toBe('Session session-7 is written down.');
    expect(await say('resume', '--session', 'other')).toBe('Session other is written down.');
    expect(await say('status')).toBe('Hooks speak. Sessions are written down.');
    const outside = await runCommand(['hook', 'pause', ...at]);
    expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('--session')]);
  });
});

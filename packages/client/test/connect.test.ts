import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { COMMAND, type HostProcess, startHost, tempFolder } from '@twicewise/testkit';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHost, runPaths } from '../src/data-folder.js';
import { AppError, type ConnectOptions, connect, type MemoryClient } from '../src/index.ts';

let folder: ReturnType<typeof tempFolder>;
let data: string;
const clients: MemoryClient[] = [];
beforeEach(() => {
  folder = tempFolder('client');
  data = join(folder.path, 'data');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await endHost();
  folder.remove();
});

async function open(options: Partial<ConnectOptions> = {}): Promise<MemoryClient> {
  const client = await connect({ name: 'builder', data, command: COMMAND, ...options });
  clients.push(client);
  return client;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Ends the host of the folder, which a client may have started. */
async function endHost(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const pid = findHost(data)?.pid;
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, signal);
  while (isAlive(pid)) await wait(10);
}

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'success' as const, nextStrategy: 'go on' });

/** How often each task is in the file. */
function tasksStored(): Map<string, number> {
  const db = new Database(join(data, 'memory.db'), { readonly: true });
  const rows = db.prepare('SELECT task, COUNT(*) AS n FROM reflection GROUP BY task').all();
  db.close();
  return new Map((rows as { task: string; n: number }[]).map(({ task, n }) => [task, n]));
}

/** Stores lessons all at once, and lets something happen when so many are answered. */
async function storeMany(
  client: MemoryClient,
  count: number,
  label: string,
  meanwhile: Record<number, () => unknown> = {},
) {
  const answers: string[] = [];
  const tasks = Array.from({ length: count }, (_, index) => `${label} ${index}`);
  const stored = tasks.map(async (task) => {
    const { reflection } = await client.call('reflection.store', lesson(task));
    answers.push(reflection.taskDescription);
    await meanwhile[answers.length]?.();
  });
  await Promise.all(stored);
  return { tasks, answers };
}

const eachOnce = (tasks: readonly string[]) => new Map(tasks.map((task) => [task, 1]));

/** An object with so many levels. */
function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { in: nested(levels - 1) };
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`no AppError: ${String(error)}`);
}

describe('a program that connects', () => {
  it('starts a host where none runs, stores in its project and run, and finds it again', async () => {
    const shop = join(folder.path, 'shop');
    mkdirSync(shop);
    const client = await open({ project: { folder: shop }, session: 'run 7' });
    expect(findHost(data)).toMatchObject({ kind: 'background' });
    const { reflection } = await client.call('reflection.store', lesson('count the apples'));
    expect(reflection).toMatchObject({
      author: { kind: 'agent', name: 'builder' },
      sessionNativeId: 'run 7',
      projectName: 'shop',
    });
    const { hits } = await client.call('reflection.search', { taskDescription: 'apples' });
    expect(hits.map((hit) => hit.reflection.id)).toEqual([reflection.id]);
  });

  it('says what it shows an agent, which is then recorded in the session it names, and is silent of the rest', async () => {
    const client = await open({ project: { reference: 'shop' }, session: 'run-1' });
    await client.call('reflection.store', { ...lesson('Deploy the shop'), projectId: 'shop' });
    const shown = async () => (await client.call('exposure.recent', {})).items.map(({ sessionRef }) => sessionRef);
    const asked = { task: 'Deploy the shop', projectId: 'shop' };
    expect((await client.call('memory.brief', asked)).logged).toBe(false);
    expect(await shown()).toEqual([]);
    expect((await client.call('memory.brief', asked, { forAgent: {} })).logged).toBe(true);
    await client.call('memory.brief', asked, { forAgent: { session: 'run-2' } });
    await expect.poll(shown).toEqual(['run-2', 'run-1']);
  });

  it('uses the host that runs, and a project by its name', async () => {
    const host = await startHost({ data });
    const client = await open({ start: false, project: { reference: 'orchard' } });
    const { reflection } = await client.call('reflection.store', lesson('pick the pears'));
    expect(reflection.projectName).toBe('orchard');
    expect(await client.call('host.status', {})).toMatchObject({ pid: host.ready.pid });
    await host.stop();
  });

  it('shares the memory with another one, and each gets its own answers in order', async () => {
    const [one, two] = [await open({ name: 'one' }), await open({ name: 'two' })];
    const [ofOne, ofTwo] = await Promise.all([storeMany(one, 20, 'one'), storeMany(two, 20, 'two')]);
    expect([ofOne.answers, ofTwo.answers]).toEqual([ofOne.tasks, ofTwo.tasks]);
    expect(tasksStored()).toEqual(eachOnce([...ofOne.tasks, ...ofTwo.tasks]));
  });

  it('gets the errors of the host as they are, with their hints, and goes on', async () => {
    const client = await open();
    const wrong = { taskDescription: '', outcome: 'success' as const };
    expect(await failureOf(client.call('reflection.store', wrong))).toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('nothing was changed'),
    });
    expect(await client.envelope('job.cancel', { id: 'job_00000000000000000000000000' })).toMatchObject({ ok: false });
    await client.call('reflection.store', lesson('and on'));
  });

  it.each([
    ['larger than a message may be', lesson('x'.repeat(2_100_000)), { reason: 'too_large' }],
    ['nested too deeply', { ...lesson('deep'), extra: nested(40) }, { reason: 'too_deep' }],
    ['no data', { ...lesson('big'), extra: { n: 1n } }, { reason: 'malformed' }],
  ])('is refused what is %s before it is sent', async (_what, input, reason) => {
    const client = await open();
    // The third is of no type that JSON has, as programs in plain JavaScript may send it.
    const refused = await failureOf(client.call('reflection.store', input as ReturnType<typeof lesson>));
    expect(refused).toMatchObject({
      code: 'invalid_input',
      ...reason,
      hint: expect.stringContaining('nothing was sent'),
    });
    await client.call('reflection.store', lesson('fits'));
    expect(tasksStored()).toEqual(eachOnce(['fits']));
  });

  it.each([
    [{ name: ' ' }, 'name: must be'],
    [{ name: 'a\u0000b' }, 'name: holds the control character'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs: must be'],
    [{ data: 'file:///a%2Fb' }, 'data: "file:///a%2Fb" names no folder'],
    [{ project: 'shop' as never }, 'project: must be { folder } or { reference }'],
  ])('is told what is wrong with %o, and starts nothing', async (options, said) => {
    const refused = await failureOf(open(options));
    expect(refused).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(said) });
    expect(findHost(data)).toBeNull();
  });
});

/**
 * Stands between programs and the real host of the data folder, in a data folder of its own. It hands over every question, but
 * swallows each second answer and breaks off the connection, as a host that dies after it has done what was asked.
 */
async function forgetfulHost(): Promise<{ front: string; swallowed: () => number; close: () => Promise<unknown> }> {
  const host = findHost(data);
  const front = join(folder.path, 'front');
  const { run, info, token, control } = runPaths(front);
  mkdirSync(run, { recursive: true });
  writeFileSync(token, host?.token ?? '');
  writeFileSync(info, JSON.stringify({ ...host, control }));
  let answers = 0;
  const server = createServer((program) => {
    const behind = createConnection(host?.control ?? '');
    for (const socket of [program, behind]) socket.on('error', () => {});
    program.on('close', () => behind.destroy());
    program.pipe(behind);
    behind.on('data', (part: Buffer) => {
      if (++answers % 2 === 0) program.destroy();
      else program.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(control, resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { front, swallowed: () => Math.floor(answers / 2), close };
}

describe('a host that goes away', () => {
  it('after it has done what was asked, before it says so, does it once', async () => {
    await open();
    const { front, swallowed, close } = await forgetfulHost();
    const client = await open({ data: front, start: false });
    const { tasks, answers } = await storeMany(client, 10, 'swallowed');
    expect(swallowed()).toBe(10);
    expect(answers).toEqual(tasks);
    expect(tasksStored()).toEqual(eachOnce(tasks));
    await client.close();
    await close();
  });

  it('killed in the middle of calls loses nothing, and nothing is stored twice', async () => {
    const client = await open();
    const kill = () => endHost('SIGKILL');
    const { tasks, answers } = await storeMany(client, 60, 'killed', { 10: kill, 30: kill, 45: kill });
    expect(answers).toEqual(tasks);
    expect(tasksStored()).toEqual(eachOnce(tasks));
  });

  it('for another that takes over loses nothing, and nothing is stored twice', async () => {
    const client = await open();
    const hosts: HostProcess[] = [];
    const takeOver = async () => hosts.push(await startHost({ data, args: ['--take-over'] }));
    const { tasks, answers } = await storeMany(client, 60, 'handed over', { 10: takeOver, 40: takeOver });
    expect(answers).toEqual(tasks);
    expect(tasksStored()).toEqual(eachOnce(tasks));
    const { pid } = await client.call('host.status', {});
    expect(pid).toBe(hosts[1]?.ready.pid);
    await Promise.all(hosts.map((host) => host.stop()));
  });

  it('sends what has a key of its own for each call, without which it would be stored twice (control)', async () => {
    const client = await open();
    for (const key of ['a', 'b', 'b']) await client.call('reflection.store', lesson('same'), { key });
    expect(tasksStored()).toEqual(new Map([['same', 2]]));
  });

  it('while nothing is asked is replaced at the next call', async () => {
    const client = await open();
    await client.call('reflection.store', lesson('before'));
    await endHost('SIGKILL');
    await client.call('reflection.store', lesson('after'));
    expect(tasksStored()).toEqual(eachOnce(['before', 'after']));
  });

  it('stopped, so that it does not answer: the call says that it may have been carried out; its key makes sure', async () => {
    await open();
    const client = await open({ timeoutMs: 3000 });
    const pid = findHost(data)?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    const options = { key: 'a key of ours' };
    const [sent, unsent] = await Promise.all([
      failureOf(client.call('reflection.store', lesson('slow'), options)),
      failureOf(client.call('reflection.store', lesson('never sent'))),
    ]).finally(() => process.kill(pid, 'SIGCONT'));
    expect(sent).toMatchObject({ code: 'unavailable', reason: 'unanswered' });
    expect(unsent).toMatchObject({ code: 'unavailable', reason: undefined });
    expect(unsent.message).toContain('nothing was changed');
    await client.call('reflection.store', lesson('slow'), options);
    expect(tasksStored()).toEqual(eachOnce(['slow']));
  });
});

describe('no host', () => {
  it('and none to start: the program is told so', async () => {
    const refused = await failureOf(open({ start: false }));
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining(`No host of ${data}`) });
    expect(refused.hint).toContain('twicewise serve');
  });

  it('and nothing that could start one: the program is told what to install', async () => {
    const refused = await failureOf(connect({ name: 'builder', data }));
    expect(refused).toMatchObject({ code: 'unavailable', hint: expect.stringContaining('npm install twicewise') });
  });

  it.each([
    ['is not there', '/nonexistent/twicewise', 'ENOENT'],
    ['cannot start', join(import.meta.dirname, 'broken-command.mjs'), 'This command is broken.'],
  ])('because the command %s: the program is told why', async (_what, command, why) => {
    const refused = await failureOf(open({ command }));
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining(why) });
    expect(refused.hint).toContain('twicewise doctor');
  });

  it('to be found until a moment later (control)', async () => {
    const host = await startHost({ data });
    // Not started only now: on a busy machine that may take longer than one looks for it.
    const { info } = runPaths(data);
    renameSync(info, `${info}.away`);
    const opened = open({ start: false });
    await wait(200);
    renameSync(`${info}.away`, info);
    const { pid } = await (await opened).call('host.status', {});
    expect(pid).toBe(host.ready.pid);
    await host.stop();
  });
});

describe('a process that connects', () => {
  it('runs the ten lines of the page, and the second time has its lesson', async () => {
    const program = join(import.meta.dirname, 'ten-lines.mjs');
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    const script = `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`;
    writeFileSync(join(bin, 'twicewise'), script, { mode: 0o755 });
    const env = { ...process.env, TWICEWISE_DATA: data, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const run = async () => (await promisify(execFile)(process.execPath, [program], { cwd: folder.path, env })).stdout;
    expect([await run(), await run()]).toEqual(['', 'failure: write a small parser\n']);
  });

  /** Runs lines after a connection, and returns what they print, once the process has ended by itself. */
  async function runLines(lines: string): Promise<string> {
    const options = JSON.stringify({ name: 'script', data, command: COMMAND });
    const script = `import { connect } from '@twicewise/client';\nconst memory = await connect(${options});\n${lines}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    return said;
  }
  const STORE = "memory.call('reflection.store', { taskDescription: 'written by a script', outcome: 'success' })";

  it('ends by itself after it has closed, which waits for what is under way', async () => {
    const said =
      await runLines(`${STORE}.then(() => console.log('stored'));\nawait memory.close();\nconsole.log('closed');
      await ${STORE}.catch((error) => console.log(error.message));`);
    expect(said.split('\n')).toEqual(['stored', 'closed', 'This client is closed; nothing was sent.', '']);
    expect(tasksStored()).toEqual(eachOnce(['written by a script']));
  });

  it('ends by itself although it does not close', async () => {
    expect(await runLines(`await ${STORE};\nconsole.log('stored');`)).toBe('stored\n');
  });
});

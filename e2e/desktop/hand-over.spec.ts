import { type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost } from '@twicewise/host';
import { type Agent, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import Database from 'better-sqlite3';
import { expect, store, test } from '../fixtures.ts';
import { type DesktopApp, endHost, NO_DESKTOP, startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

// Hand-overs between the app and hosts without a window, while agents call through real bridges. Every lesson contains a unique
// token: counting rows would not be enough, because one lost and another stored twice would look right.

/** The tokens that were sent, and those whose lesson was acknowledged. */
class Ledger {
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly failed: string[] = [];

  /** Compares the tokens with the file. */
  audit(data: string) {
    const db = new Database(join(data, 'memory.db'), { readonly: true, timeout: 5000 });
    const rows = db.prepare('SELECT task, COUNT(*) AS n FROM reflection GROUP BY task').all();
    db.close();
    const found = new Map((rows as { task: string; n: number }[]).map(({ task, n }) => [task, n]));
    return {
      lost: [...this.acknowledged].filter((token) => !found.has(token)),
      doubled: [...this.sent].filter((token) => (found.get(token) ?? 0) > 1),
      failed: this.failed,
    };
  }
}

/** Makes an agent store one lesson after the other until told to stop. */
function keepCalling({ tool }: Agent, ledger: Ledger) {
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      const token = `token ${randomUUID()}`;
      ledger.sent.add(token);
      const lesson = { taskDescription: token, outcome: 'failure', nextStrategy: 'Look first' };
      const answer = await tool('reflection_store', lesson);
      if (answer.ok) ledger.acknowledged.add(token);
      else ledger.failed.push(answer.text);
      await wait(5);
    }
  };
  const loops = Promise.all([loop(), loop()]);
  return async () => {
    isStopped = true;
    await loops;
  };
}

/** Waits until this many more lessons were acknowledged. */
async function answered(ledger: Ledger, more: number): Promise<void> {
  const goal = ledger.acknowledged.size + more;
  await expect.poll(() => ledger.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(goal);
}

test('agents that call while the app starts and quits lose nothing and double nothing', async () => {
  test.setTimeout(180_000);
  const folder = tempFolder('hand-over');
  const data = folder.path;
  const ledger = new Ledger();
  const agents = [await startAgent({ data, era: 'legacy' }), await startAgent({ data, era: 'modern' })];
  const stops = agents.map((agent) => keepCalling(agent, ledger));
  const kinds: (string | undefined)[] = [];
  let desktop: DesktopApp | null = null;
  try {
    for (let round = 0; round < 3; round++) {
      await answered(ledger, 20);
      kinds.push(findHost(data)?.kind);
      desktop = await startDesktop({ data });
      await answered(ledger, 20);
      kinds.push(findHost(data)?.kind);
      await desktop.stop();
      desktop = null;
    }
    await answered(ledger, 20);
    kinds.push(findHost(data)?.kind);
    for (const stop of stops) await stop();
  } finally {
    // Programs left running by a failed test would keep the suite's worker from ending for minutes.
    await desktop?.stop();
    for (const agent of agents) await agent.close();
  }
  expect(kinds.join(' ')).toBe('background desktop background desktop background desktop background');
  expect(ledger.audit(data)).toEqual({ lost: [], doubled: [], failed: [] });
  // The folder was handed over while the old host still answered, not taken after the bridges found it dead.
  const told = readFileSync(join(data, 'run/host.log'), 'utf8');
  expect(told.match(/the host of the desktop app ended: handed over/g)).toHaveLength(3);
  // A bridge that briefly found no host may have started another one, which becomes host when this one ends.
  const endAny = () => {
    endHost(data);
    return findHost(data);
  };
  await expect.poll(endAny).toBeNull();
  folder.remove();
});

test('a person’s own host takes the memory from the app, which then ends', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const gone = new Promise((resolve) => desktop.host.child.once('exit', resolve));
  const host = await startHost({ data: desktop.data, args: ['--take-over'] });
  await gone;
  expect(findHost(desktop.data)).toMatchObject({ kind: 'serve', pid: host.ready.pid });
  await host.stop();
});

/** Makes the next program that the app starts fail; returns its command once it was started. */
async function failNextProgram({ app }: DesktopApp): Promise<() => Promise<string[]>> {
  await app.evaluate(() => {
    const programs = process.getBuiltinModule('node:child_process');
    const { spawn } = programs;
    programs.spawn = ((program: string, args: string[], options: SpawnOptions) => {
      process.stdout.write(`started ${JSON.stringify([program, ...args])}\n`);
      return spawn(program, ['-e', 'console.error("It fails."); process.exit(1)'], options);
    }) as typeof spawn;
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  });
  let said = '';
  app.process().stdout?.on('data', (part: Buffer) => (said += part.toString()));
  const command = () => /^started (.*)$/m.exec(said)?.[1];
  return async () => {
    await expect.poll(command).toBeDefined();
    return JSON.parse(command() ?? '[]');
  };
}

test('a host that the app sent for when it quit, and that comes late, leaves the next app its memory', async ({
  desktop,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { data } = desktop;
  const agent = await startAgent({ data });
  const sentFor = await failNextProgram(desktop);
  await desktop.app.close();
  const [program = '', ...args] = await sentFor();
  const next = await startDesktop({ data });
  expect(findHost(data)).toMatchObject({ kind: 'desktop', pid: next.host.ready.pid });
  const late = spawn(program, args, { stdio: 'ignore' });
  // It ends by itself, or it is the host.
  await expect.poll(() => late.exitCode ?? findHost(data)?.pid === late.pid, { timeout: 20_000 }).not.toBe(false);
  expect(findHost(data)).toMatchObject({ kind: 'desktop', pid: next.host.ready.pid });
  await agent.close();
  await next.stop();
  endHost(data);
});

test('negative control: a lost lesson and a doubled one are found', async ({ desktop, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const ledger = new Ledger();
  for (const token of ['lost', 'doubled']) {
    ledger.sent.add(token);
    ledger.acknowledged.add(token);
  }
  await store(host, { taskDescription: 'doubled' });
  await store(host, { taskDescription: 'doubled' });
  expect(ledger.audit(desktop.data)).toEqual({ lost: ['lost'], doubled: ['doubled'], failed: [] });
});

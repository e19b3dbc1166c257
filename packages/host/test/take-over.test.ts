import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost, runPaths } from '@twicewise/client/data-folder';
import { takeLock } from '@twicewise/memory/host-side';
import { firstLine, type Ready, startCommand, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockOrTakeOver } from '../src/take-over.ts';

let data: string;
let remove: () => void;
const children: ReturnType<typeof startCommand>[] = [];
beforeEach(() => {
  ({ path: data, remove } = tempFolder('take-over'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  remove();
});

type Said = Omit<Ready, 'ready'> & { ready: boolean };

function serve(...args: string[]) {
  const child = startCommand(['serve', '--data', data, ...args]);
  children.push(child);
  return { child, said: firstLine(child).then((line) => JSON.parse(line) as Said) };
}

describe('a host that another one sent for when it left', () => {
  it('takes the folder from that one', async () => {
    const leaving = serve('--port', '0');
    await leaving.said;
    const next = serve('--background', '--take-over-from', String(leaving.child.pid));
    expect(await next.said).toMatchObject({ ready: true, pid: next.child.pid });
  });

  it('leaves it to whoever has it when it comes', async () => {
    const newer = serve('--port', '0');
    await newer.said;
    const late = serve('--background', '--take-over-from', String(process.pid));
    expect(await late.said).toMatchObject({ ready: false, pid: newer.child.pid });
    expect(findHost(data)).toMatchObject({ kind: 'serve', pid: newer.child.pid });
  });

  it.each([
    { args: ['--take-over-from', 'me'], said: '--take-over-from must be a whole number' },
    { args: ['--take-over', '--take-over-from', '1'], said: 'give only one of them' },
  ])('is told what is wrong with $args', async ({ args, said }) => {
    const refused = serve('--background', ...args);
    await expect(refused.said).rejects.toThrow(said);
    expect(refused.child.exitCode).toBe(2);
  });
});

describe('a person who serves', () => {
  it('gets the folder also when whoever holds it cannot be asked yet', async () => {
    mkdirSync(runPaths(data).run, { recursive: true, mode: 0o700 });
    const lock = await takeLock(data);
    const { child, said } = serve('--port', '0');
    // Far longer than any host waits for the lock alone.
    await wait(2500);
    expect(child.exitCode).toBeNull();
    lock?.release();
    expect(await said).toMatchObject({ ready: true, pid: child.pid });
  });

  it('takes over from a background host at whatever moment of its start', async () => {
    for (const head of [0, 60, 120, 180, 240, 300]) {
      const background = serve('--background');
      await wait(head);
      const person = serve('--port', '0');
      expect(await person.said).toMatchObject({ ready: true, pid: person.child.pid });
      // The background host was first and left, or never got the folder and says so. It ends by itself in both cases.
      await background.said;
      if (background.child.exitCode === null) await once(background.child, 'exit');
      expect(background.child.exitCode).toBe(0);
      expect(findHost(data)).toMatchObject({ kind: 'serve', pid: person.child.pid });
      person.child.kill('SIGTERM');
      await once(person.child, 'exit');
    }
    // Twelve processes start one after the other.
  }, 90_000);

  it('does not take over from another person, but says where that one serves', async () => {
    const both = [serve('--port', '0'), serve('--port', '0')];
    const [winner, loser] = (await Promise.all(both.map(({ said }) => said))).sort((a) => (a.ready ? -1 : 1));
    expect([winner?.ready, loser?.ready]).toEqual([true, false]);
    expect(loser).toMatchObject({ pid: winner?.pid, url: winner?.url });
  });

  it('is not kept for ever by a host that hangs', async () => {
    const background = serve('--background');
    await background.said;
    background.child.kill('SIGSTOP');
    const late = wait(5000, 'late', { ref: false });
    expect(await Promise.race([lockOrTakeOver(data, 'serve', 'any', 500), late])).toBeNull();
  });
});

import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost } from '@twicewise/client/data-folder';
import type { Envelope } from '@twicewise/contract';
import { WorkBudget } from '@twicewise/mcp';
import { type HostProcess, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ControlOptions, ControlSocket } from '../src/control-socket.ts';

let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

/** Sends bytes and returns what comes back until the host closes the connection. */
function say(bytes: string | Uint8Array): Promise<Envelope[]> {
  return new Promise((resolve) => {
    const socket = connect(findHost(host.ready.data)?.control ?? '');
    let heard = '';
    socket.on('error', () => {});
    socket.on('data', (part) => (heard += part.toString('utf8')));
    socket.on('close', () =>
      resolve(
        heard
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Envelope),
      ),
    );
    socket.write(bytes);
  });
}

const line = (message: unknown) => `${JSON.stringify(message)}\n`;

describe('the control socket', () => {
  it.each([
    ['no JSON', '{\n'],
    ['an empty line', '\n'],
    ['no object', '[]\n'],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x0a])],
    ['deep JSON', `${'['.repeat(100_000)}\n`],
    ['no token', line({ command: 'handover', to: 'serve' })],
  ])('answers %s with a failure and a hint, and closes', async (_what, bytes) => {
    const [answer, ...more] = await say(bytes);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', hint: expect.stringMatching(/./) } });
    expect(more).toEqual([]);
  });

  it.each([
    ['no command', {}],
    ['an unknown command', { command: 'format' }],
    ['a caller that is none', { command: 'call', name: 'host.status', input: {}, caller: { author: 'me' } }],
  ])('answers %s with a failure and a hint', async (_what, asked) => {
    const [answer] = await say(line({ token: host.ready.token, ...asked }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', hint: expect.stringMatching(/./) } });
  });

  it('refuses a wrong token, whatever is asked for', async () => {
    for (const asked of [
      { command: 'handover', to: 'serve' },
      { command: 'call', name: 'host.status', input: {}, caller: {} },
    ]) {
      const [answer] = await say(line({ token: '0'.repeat(64), ...asked }));
      expect(answer).toMatchObject({ ok: false, error: { code: 'refused', reason: 'bad_token' } });
    }
  });

  it('answers all that came before the other side closed its own', async () => {
    const asked = (name: string) => {
      const caller = { door: 'cli', author: { kind: 'agent', name: 'x' }, client: null, session: null, project: null };
      return line({ token: host.ready.token, command: 'call', name, input: {}, caller });
    };
    const heard = await new Promise<string>((resolve) => {
      const socket = connect({ path: findHost(host.ready.data)?.control ?? '', allowHalfOpen: true });
      let text = '';
      socket.on('data', (part) => (text += part.toString('utf8')));
      socket.on('close', () => resolve(text));
      // A line without a line break gets no answer.
      socket.end(`${asked('host.status')}${asked('project.list')}{"token":`);
    });
    const answers = heard.split('\n').filter(Boolean);
    expect(answers.map((text) => (JSON.parse(text) as Envelope).ok)).toEqual([true, true]);
  });

  it('refuses a line without an end as soon as it is too long', async () => {
    const [answer] = await say(Buffer.alloc(2_500_000, 0x61));
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'too_large' } });
  });

  it('outlives generated garbage, and then serves the command line (control)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (text) => {
        const [answer] = await say(`${text.replaceAll('\n', ' ')}\n`);
        expect(answer?.ok).toBe(false);
      }),
      { numRuns: 100 },
    );
    const { code, stdout } = await runCommand(['call', 'host.status', '{}', '--data', host.ready.data]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, value: { pid: host.ready.pid } }]);
  });
});

describe('a control socket and clients that take no care', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });

  /** A control socket that takes the token `t`. */
  async function open(options: Partial<ControlOptions> = {}): Promise<string> {
    const folder = tempFolder('control');
    cleanups.push(folder.remove);
    const path = join(folder.path, 'control.sock');
    const dispatch = async () => ({ ok: true as const, value: null });
    const rest = { dispatch, hook: async () => null, handOver: async () => {} };
    const control = new ControlSocket({ path, token: 't', budget: new WorkBudget(), ...rest, ...options });
    await control.listen();
    cleanups.push(() => control.drain());
    return path;
  }

  /** A client that never closes its own side. */
  function stubborn(path: string) {
    const socket = connect({ path, allowHalfOpen: true });
    cleanups.push(() => socket.destroy());
    socket.on('error', () => {});
    const within = (event: 'close' | 'end') => {
      const seen = new Promise<'closed'>((resolve) => socket.once(event, () => resolve('closed')));
      return (ms: number) => Promise.race([seen, wait(ms, 'open' as const)]);
    };
    return { socket, closedWithin: within('close'), endedWithin: within('end') };
  }

  const caller = { door: 'cli', author: { kind: 'agent', name: 'x' }, client: null, session: null, project: null };
  const call = line({ token: 't', command: 'call', name: 'host.status', input: {}, caller });

  it.each([
    ['a wrong token', line({ token: 'wrong', command: 'handover', to: 'x' })],
    ['no request', '{}\n'],
    ['a line that is too long', Buffer.alloc(2_500_000, 0x61)],
    ['a hand-over', line({ token: 't', command: 'handover', to: 'x' })],
  ])('ends the connection after %s also when the client goes on sending', async (_what, bytes) => {
    const { socket, closedWithin } = stubborn(await open());
    socket.resume();
    socket.write(bytes);
    const flood = setInterval(() => socket.write(call), 5);
    cleanups.push(() => clearInterval(flood));
    expect(await closedWithin(3000)).toBe('closed');
  });

  it('closes a connection that never says who it is, and keeps one that did', async () => {
    const path = await open({ helloMs: 100 });
    const [silent, half, known] = [stubborn(path), stubborn(path), stubborn(path)];
    for (const { socket } of [silent, half, known]) socket.resume();
    half.socket.write('{"token":');
    known.socket.write(call);
    expect(await Promise.all([silent.endedWithin(3000), half.endedWithin(3000)])).toEqual(['closed', 'closed']);
    expect(await known.endedWithin(300)).toBe('open');
  });
});

it('has room for so many connections, also after its path was taken away and put back', async () => {
  const path = join(tmpdir(), `tw-control-room-${process.pid}.sock`);
  const dispatch = async () => ({ ok: true as const, value: null });
  const rest = { dispatch, hook: async () => null, handOver: async () => {} };
  const control = new ControlSocket({ path, token: 't', budget: new WorkBudget(), maxConnections: 2, ...rest });
  await control.listen();
  await control.listenAgain();
  const sockets = Array.from({ length: 4 }, () => connect(path));
  const gone = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.on('error', () => {});
          socket.on('close', () => resolve(true));
          setTimeout(() => resolve(false), 500);
        }),
    ),
  );
  expect(gone.filter(Boolean)).toHaveLength(2);
  for (const socket of sockets) socket.destroy();
  await control.drain();
});

import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HostConnection } from '../src/host-connection.ts';

// Hosts that fail in ways in which ours do not on demand: the other side of a real socket, but of no memory.

let folder: ReturnType<typeof tempFolder>;
let path: string;
let server: Server;
/** What was heard, line by line. */
let heard: string[];
/** What the other side answers to a line; null breaks off the connection. */
let answer: (line: string) => string | null | Promise<string>;
/** Number of connections that were opened. */
let opened: number;
beforeEach(async () => {
  folder = tempFolder('connection');
  path = join(folder.path, 'control.sock');
  heard = [];
  opened = 0;
  server = createServer((socket) => {
    opened += 1;
    socket.on('data', async (part) => {
      const line = part.toString('utf8').trim();
      heard.push(line);
      const said = await answer(line);
      if (said === null) socket.destroy();
      else socket.write(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

function connectionTo(startedAt: () => string): HostConnection {
  const host = { pid: 1, kind: 'serve', socket: '', control: path, url: null, token: 't' };
  return new HostConnection({
    find: () => ({ ...host, startedAt: startedAt() }),
    start: null,
    absent: () => ({ code: 'unavailable', message: 'none', hint: '' }),
  });
}

const OK = '{"ok":true,"value":1}\n';
const refusal = (error: object) => `${JSON.stringify({ ok: false, error: { message: '', hint: '', ...error } })}\n`;

it('gives up a call with which three hosts ended, and asks on with the next one', async () => {
  let hosts = 0;
  answer = (line) => (line.includes('harmful') ? null : OK);
  const connection = connectionTo(() => `start ${hosts++}`);
  const [harmful, harmless] = await Promise.all([
    connection.ask('{"call":"harmful"}', 60_000),
    connection.ask('{"call":"harmless"}', 60_000),
  ]);
  expect(harmful).toMatchObject({ ok: false, error: { code: 'unavailable', reason: 'unanswered' } });
  expect(harmless).toEqual({ ok: true, value: 1 });
  expect(heard.filter((line) => line.includes('harmful'))).toHaveLength(3);
  await connection.close();
});

it('blames no call when one host breaks off again and again: it may have no room for another connection', async () => {
  answer = () => (heard.length < 8 ? null : OK);
  const connection = connectionTo(() => 'one start');
  expect(await connection.ask('{"call":1}', 60_000)).toEqual({ ok: true, value: 1 });
  expect(heard).toHaveLength(8);
  await connection.close();
});

it('sends a call again that a host refuses because it ends, and hands over what it refuses for good', async () => {
  const said = [{ reason: 'no_host' }, { reason: 'handed_over' }, {}].map((why) => ({ code: 'unavailable', ...why }));
  const final = { code: 'unavailable', reason: 'disk_full' };
  answer = () => refusal(said[heard.length - 1] ?? final);
  const connection = connectionTo(() => 'one start');
  expect(await connection.ask('{"call":1}', 60_000)).toMatchObject({ ok: false, error: final });
  expect(heard).toHaveLength(4);
  await connection.close();
});

it('sends one call at a time, in order, with the token in front', async () => {
  answer = () => OK;
  const connection = connectionTo(() => 'one start');
  await Promise.all([1, 2, 3].map((call) => connection.ask(`{"call":${call}}`, 60_000)));
  expect(heard).toEqual([1, 2, 3].map((call) => `{"token":"t","call":${call}}`));
  await connection.close();
});

it('takes what is no answer for a connection that broke off', async () => {
  answer = () => (heard.length < 3 ? 'no JSON\n' : OK);
  const connection = connectionTo(() => 'one start');
  expect(await connection.ask('{"call":1}', 60_000)).toEqual({ ok: true, value: 1 });
  await connection.close();
});

it('does not send a call that would come too late, and keeps the connection for the next one', async () => {
  answer = async (line) => {
    if (line.includes('slow')) await wait(950);
    return OK;
  };
  const connection = connectionTo(() => 'one start');
  const answers = await Promise.all([
    connection.ask('{"call":"slow"}', 60_000),
    connection.ask('{"call":"late"}', 1000),
    connection.ask('{"call":"patient"}', 60_000),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(heard.filter((line) => line.includes('late'))).toEqual([]);
  expect(opened).toBe(1);
  await connection.close();
});

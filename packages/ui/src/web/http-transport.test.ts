import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '../data/transport.ts';
import { createHttpTransport } from './http-transport.ts';

type Answer = () => Promise<Response> | Response;

/** The answers of the event stream, in order; the last one is repeated. */
let streams: Answer[] = [];
let calls: { url: string; init: RequestInit | undefined }[] = [];
let answer: Answer;

const stream = (text: string): Response => new Response(text);
const hello = (epoch: string, revision: number) =>
  `event: hello\ndata: {"epoch":"${epoch}","revision":${revision}}\n\n`;
const gone: Answer = () => Promise.reject(new TypeError('fetch failed'));
/** A stream that stays open and sends nothing more. */
const open = (text: string): Answer => {
  return () =>
    new Response(new ReadableStream({ start: (control) => control.enqueue(new TextEncoder().encode(text)) }));
};

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  answer = () => Response.json({ ok: true, value: 1 });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/events')) {
      calls.push({ url, init });
      return answer();
    }
    const next = streams.length > 1 ? streams.shift() : streams[0];
    return (next ?? gone)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function following(...answers: Answer[]) {
  streams = answers;
  const signals: Signal[] = [];
  const transport = createHttpTransport('/', 'secret');
  transport.subscribe((signal) => signals.push(signal));
  await vi.advanceTimersByTimeAsync(1);
  return { transport, signals };
}

test('a greeting makes it live, changes are delivered, heartbeats are not', async () => {
  const change = 'event: change\ndata: {"epoch":"e","revision":2,"changed":{},"cause":null}\n\n';
  const { transport, signals } = await following(open(`${hello('e', 1)}: \n\n${change}`));
  expect(transport.connection()).toBe('live');
  expect(signals.map((signal) => signal.kind)).toEqual(['hello', 'change']);
});

test('a lost stream is down, and found again with a growing pause', async () => {
  const { transport } = await following(() => stream(hello('e', 1)), gone, gone, open(hello('e', 1)));
  expect(transport.connection()).toBe('down');
  await vi.advanceTimersByTimeAsync(250 + 500 - 2);
  expect(transport.connection()).toBe('down');
  await vi.advanceTimersByTimeAsync(1002);
  expect(transport.connection()).toBe('live');
});

test('only a wrong token is refused; a host that is closing is not', async () => {
  const refusal = (reason: string) => () =>
    Response.json({ ok: false, error: { code: 'refused', reason, message: '', hint: '' } }, { status: 403 });
  expect((await following(refusal('bad_token'))).transport.connection()).toBe('refused');
  expect((await following(refusal('bad_origin'))).transport.connection()).toBe('down');
});

test('a hand-over to the desktop app is "moved" as long as nobody answers; one to another host is not', async () => {
  const moved = await following(() => stream(`${hello('e', 1)}event: moved\ndata: {"to":"desktop"}\n\n`), gone);
  await vi.advanceTimersByTimeAsync(2000);
  expect(moved.transport.connection()).toBe('moved');
  const ended = await following(() => stream(`${hello('e', 1)}event: moved\ndata: {"to":"serve"}\n\n`), gone);
  expect(ended.transport.connection()).toBe('down');
});

test('a call carries token, body and key, and brings the envelope back whatever its status', async () => {
  const { transport } = await following(open(hello('e', 1)));
  const error = { code: 'conflict', reason: 'changed_since', message: 'm', hint: 'h' };
  answer = () => Response.json({ ok: false, error }, { status: 409 });
  expect(await transport.send('host.status', { a: 1 }, { key: 'k' })).toEqual({ ok: false, error });
  expect(calls[0]).toMatchObject({
    url: '/api/host.status',
    init: {
      method: 'POST',
      body: '{"a":1}',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json', 'idempotency-key': 'k' },
    },
  });
});

test('it knows how old its oldest answer is, and that answers of two hosts cannot be compared', async () => {
  const { transport } = await following(open(hello('e', 4)));
  const from = (position?: string) => {
    answer = () => Response.json({ ok: true }, position ? { headers: { 'twicewise-position': position } } : {});
    return transport.send('host.status', {});
  };
  expect(transport.isUpTo({ epoch: 'e', revision: 4 }), 'without answers none is older').toBe(true);
  await from('e 5');
  expect(transport.isUpTo({ epoch: 'e', revision: 4 })).toBe(true);
  await from('e 3');
  await from('e 6');
  expect(transport.isUpTo({ epoch: 'e', revision: 3 })).toBe(true);
  expect(transport.isUpTo({ epoch: 'e', revision: 4 })).toBe(false);
  expect(transport.isUpTo({ epoch: 'other', revision: 3 })).toBe(false);
  await from('other 9');
  expect(transport.isUpTo({ epoch: 'e', revision: 3 })).toBe(false);
});

test('an answer that does not say how old it is may be of any age', async () => {
  const { transport } = await following(open(hello('e', 0)));
  answer = () => Response.json({ ok: true });
  await transport.send('host.status', {});
  expect(transport.isUpTo({ epoch: 'e', revision: 0 })).toBe(false);
});

test('no host and a foreign answer are failures with advice, never exceptions', async () => {
  const { transport } = await following(open(hello('e', 1)));
  answer = gone;
  expect(await transport.send('host.status', {})).toMatchObject({ ok: false, error: { reason: 'no_host' } });
  answer = () => new Response('<html>', { status: 502 });
  expect(await transport.send('host.status', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
});

test('without a token nothing is asked at all', async () => {
  streams = [open(hello('e', 1))];
  const transport = createHttpTransport('/', null);
  await transport.send('host.status', {});
  expect(transport.connection()).toBe('locked');
  expect(calls).toEqual([]);
});

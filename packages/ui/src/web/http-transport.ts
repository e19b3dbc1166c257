import { type ChangeEvent, type Envelope, type Failure, POSITION_HEADER, type Position } from '@twicewise/contract';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { OldestAnswer } from '../data/oldest-answer.ts';
import type { Connection, Signal, Transport } from '../data/transport.ts';
import { strings } from '../strings.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;

const NO_HOST: Failure = { code: 'unavailable', reason: 'no_host', ...strings.connection.noHost };
const NO_ENVELOPE: Failure = { code: 'internal', ...strings.connection.noEnvelope };

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'ok' in value;
}

/** A value whose changes can be watched. */
function createState<T>(first: T) {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next: T) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    watch(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readPosition(header: string | null): Position | null {
  const [epoch = '', revision = ''] = header?.split(' ') ?? [];
  const number = Number.parseInt(revision, 10);
  return Number.isNaN(number) ? null : { epoch, revision: number };
}

/** Reads one event stream to its end. */
async function readEvents(response: Response, onEvent: (event: EventSourceMessage) => void): Promise<void> {
  if (!response.body) return;
  const parser = createParser({ onEvent });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}

/**
 * True if this page cannot come back, which only happens when the desktop app takes over. To another host it reconnects as after
 * a restart.
 */
function isForGood(data: string): boolean {
  return (JSON.parse(data) as { to?: unknown }).to === 'desktop';
}

/** Only this error means that the link is wrong; a host that is just closing refuses requests as well. */
function isBadToken(answer: unknown): boolean {
  return isEnvelope(answer) && !answer.ok && answer.error.reason === 'bad_token';
}

function toSignal(event: EventSourceMessage): Signal | null {
  if (event.event === 'change') return { kind: 'change', change: JSON.parse(event.data) as ChangeEvent };
  if (event.event !== 'hello') return null;
  return { kind: 'hello', ...(JSON.parse(event.data) as { epoch: string; revision: number }) };
}

/** A running event stream. It reconnects by itself and waits longer each time; with a wrong token it tries only rarely. */
function followEvents(
  open: () => Promise<Response>,
  connection: ReturnType<typeof createState<Connection>>,
  deliver: (signal: Signal) => void,
): void {
  let delay = FIRST_DELAY_MS;
  const onEvent = (event: EventSourceMessage) => {
    if (event.event === 'moved' && isForGood(event.data)) connection.set('moved');
    const signal = toSignal(event);
    if (signal?.kind === 'hello') {
      delay = FIRST_DELAY_MS;
      connection.set('live');
    }
    if (signal) deliver(signal);
  };
  const attempt = async (): Promise<void> => {
    let refused = false;
    try {
      const response = await open();
      if (response.ok) await readEvents(response, onEvent);
      else refused = isBadToken(await response.json());
    } catch {
      // Every failure of the stream is handled in the same way: report it and try again.
    }
    // After a hand-over, the lack of answers is expected, and "moved" says more than "not running".
    if (refused) connection.set('refused');
    else if (connection.get() !== 'moved') connection.set('down');
    setTimeout(attempt, refused ? LONGEST_DELAY_MS : delay);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  };
  void attempt();
}

/** How the browser reaches the host: `POST /api/<operation>` and the event stream, both with the bearer token. */
export function createHttpTransport(base: string, token: string | null): Transport {
  const connection = createState<Connection>(token === null ? 'locked' : 'connecting');
  const listeners = new Set<(signal: Signal) => void>();
  const answers = new OldestAnswer();
  const authorization = `Bearer ${token}`;

  const send: Transport['send'] = async (name, input, options) => {
    if (token === null) return { ok: false, error: NO_HOST };
    const headers: Record<string, string> = { authorization, 'content-type': 'application/json' };
    if (options?.key) headers['idempotency-key'] = options.key;
    try {
      const body = JSON.stringify(input ?? {});
      const response = await fetch(`${base}api/${name}`, { method: 'POST', headers, body });
      answers.note(readPosition(response.headers.get(POSITION_HEADER)));
      const answer: unknown = await response.json().catch(() => null);
      if (!isEnvelope(answer)) return { ok: false, error: NO_ENVELOPE };
      if (isBadToken(answer)) connection.set('refused');
      return answer;
    } catch {
      return { ok: false, error: NO_HOST };
    }
  };

  const keep = async (file: File): Promise<Envelope<{ path: string }>> => {
    try {
      const path = `${base}files/${encodeURIComponent(file.name)}`;
      const response = await fetch(path, { method: 'POST', headers: { authorization }, body: file });
      const answer: unknown = await response.json().catch(() => null);
      return isEnvelope(answer) ? (answer as Envelope<{ path: string }>) : { ok: false, error: NO_ENVELOPE };
    } catch {
      return { ok: false, error: NO_HOST };
    }
  };

  const discard = async (path: string): Promise<void> => {
    const query = `path=${encodeURIComponent(path)}`;
    await fetch(`${base}files?${query}`, { method: 'DELETE', headers: { authorization } }).catch(() => null);
  };

  if (token !== null) {
    followEvents(
      () => fetch(`${base}api/events`, { headers: { authorization }, cache: 'no-store' }),
      connection,
      (signal) => {
        for (const listener of listeners) listener(signal);
      },
    );
  }
  return {
    send,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUpTo: (position) => answers.isUpTo(position),
    connection: connection.get,
    onConnection: connection.watch,
    files: { keep, discard },
    native: null,
  };
}

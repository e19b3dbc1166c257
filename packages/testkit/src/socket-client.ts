import { connect, type Socket } from 'node:net';

/** A minimal client of the MCP socket: sends what a test gives it, valid or not, and collects lines. */
export interface SocketClient {
  socket: Socket;
  /** Sends text as it is. */
  raw: (text: string | Uint8Array) => void;
  /** Sends one JSON value as a line. */
  say: (message: unknown) => void;
  /** The next line that arrives, parsed; null when the connection ends first. */
  next: (withinMs?: number) => Promise<Record<string, unknown> | null>;
  /** Sends a request and waits for the answer with its id. */
  ask: (method: string, params?: unknown) => Promise<Record<string, unknown>>;
  /** Resolves when the other side has closed. */
  closed: Promise<void>;
  end: () => void;
}

/** Connects and, unless `hello` is null, sends the first line. */
export async function connectSocket(path: string, hello: Record<string, unknown> | null): Promise<SocketClient> {
  const socket = connect(path);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines: string[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  let rest = '';
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const pieces = (rest + chunk.toString('utf8')).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      const waiter = waiting.shift();
      if (waiter) waiter(piece);
      else lines.push(piece);
    }
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      for (const waiter of waiting.splice(0)) waiter(null);
      resolve();
    });
  });
  const next: SocketClient['next'] = async (withinMs = 5000) => {
    const ready = lines.shift();
    if (ready !== undefined) return JSON.parse(ready) as Record<string, unknown>;
    if (isClosed) return null;
    const line = await new Promise<string | null>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing arrived within ${withinMs} ms`)), withinMs);
      waiting.push((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
    return line === null ? null : (JSON.parse(line) as Record<string, unknown>);
  };
  const say = (message: unknown) => socket.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const ask: SocketClient['ask'] = async (method, params) => {
    id++;
    const mine = id;
    say({ jsonrpc: '2.0', id: mine, method, ...(params === undefined ? {} : { params }) });
    for (;;) {
      const answer = await next(20_000);
      if (answer === null) throw new Error('the connection ended before the answer');
      if (answer.id === mine) return answer;
    }
  };
  if (hello !== null) say(hello);
  return { socket, raw: (text) => socket.write(text), say, next, ask, closed, end: () => socket.end() };
}

/** Does the 2025 handshake. */
export async function initialize(client: SocketClient, name = 'socket-test'): Promise<void> {
  await client.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name, version: '1' },
  });
  client.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
}

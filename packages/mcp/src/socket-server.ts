import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseJson } from '@twicewise/contract';
import * as z from 'zod';
import { ENDED_METHOD } from './bridge/key-meta.js';
import { type CallLimits, CallsInWork } from './calls-in-work.ts';
import { endSoon } from './end-soon.ts';
import { LineSplitter } from './line-splitter.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, LineTransport } from './line-transport.ts';
import { listenPrivately } from './listen-privately.ts';
import { createMcpServer, type ServerOptions } from './server.ts';
import { WorkBudget } from './work-budget.ts';

/** First line of every connection. */
const hello = z.object({
  token: z.string().max(256),
  client: z.string().max(256).nullish(),
  cwd: z.string().max(4096).nullish(),
  project: z.string().max(512).nullish(),
  session: z.string().max(512).nullish(),
  /** Process that launched the bridge: the agent. */
  parent: z.int().nullish(),
  /** Which tools are offered; what is not known here means the core ones. */
  profile: z.string().max(64).nullish(),
});
/** See {@link hello}; without the token. */
export type Hello = Omit<z.infer<typeof hello>, 'token'>;

/** What the socket needs from its host. */
export interface SocketOptions {
  /** Path of the Unix socket, or name of the Windows pipe. */
  path: string;
  token: string;
  /** Makes the server options for a connection from its first line; later lines wait for them. */
  serverFor: (hello: Hello) => ServerOptions | Promise<ServerOptions>;
  /** Called when a connection is accepted; returns a function to call when it ends. */
  connected: (hello: Hello) => () => void;
  limits?: Partial<SocketLimits>;
  /** Shared with the other doors; one of its own when left out. */
  budget?: WorkBudget;
  log?: (message: string, error?: unknown) => void;
}

/** Limits of the socket as a whole. */
export interface SocketLimits extends ConnectionLimits, CallLimits {
  /** Connections at once. */
  maxConnections: number;
  /** Time limit for the first line, in milliseconds, so that a connection that never identifies itself is closed. */
  helloMs: number;
}

/** Defaults. */
export const SOCKET_LIMITS: SocketLimits = {
  ...CONNECTION_LIMITS,
  maxAnswerBytes: 2_097_152,
  maxConnections: 1000,
  helloMs: 5000,
};
const MAX_HELLO_BYTES = 16_384;

/** Compares in constant time. */
export function sameToken(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The MCP socket: listens, checks the first line, and serves each connection. */
export class McpSocket {
  readonly #options: SocketOptions;
  readonly #limits: SocketLimits;
  readonly #budget: WorkBudget;
  #server: NetServer;
  readonly #transports = new Map<Socket, LineTransport | null>();

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#limits = { ...SOCKET_LIMITS, ...options.limits };
    this.#budget = options.budget ?? new WorkBudget();
    this.#budget.onShortage(() => this.#cutOffStalled());
    this.#server = this.#newServer();
  }

  /** Listens; only we can connect. */
  listen(): Promise<void> {
    return listenPrivately(this.#server, this.#options.path, (error) =>
      this.#options.log?.('a connection could not be accepted', error),
    );
  }

  /** Listens again on a path that was removed. Existing connections continue. */
  async listenAgain(): Promise<void> {
    // First, because closing removes the file of that name.
    this.#server.close();
    this.#server = this.#newServer();
    await this.listen();
  }

  /** Accepts no new connections or requests, waits for the answers to those in progress, then closes every connection. */
  async drain(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Also to those whose first line is not dealt with yet: their bridges would take the end for a crash.
    for (const socket of this.#transports.keys()) {
      if (socket.writable) socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: ENDED_METHOD })}\n`);
    }
    await Promise.all([...this.#transports.values()].map((transport) => transport?.drain()));
    for (const socket of this.#transports.keys()) endSoon(socket);
    await closed;
  }

  /** Ends every connection at once, without answers. */
  cutOff(): void {
    this.#server.close();
    for (const socket of this.#transports.keys()) socket.destroy();
  }

  #newServer(): NetServer {
    // A client that sends everything and closes its side still gets its answers.
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    server.maxConnections = this.#limits.maxConnections;
    return server;
  }

  /** Disconnects clients that do not read; a bridge reconnects once its agent reads. */
  #cutOffStalled(): void {
    for (const [socket, transport] of this.#transports) {
      if (transport && transport.stalledMs > this.#limits.stalledMs) socket.destroy();
    }
  }

  #accept(socket: Socket): void {
    this.#transports.set(socket, null);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#transports.delete(socket));
    const timer = setTimeout(() => socket.destroy(), this.#limits.helloMs);
    socket.on('close', () => clearTimeout(timer));
    const onEnd = () => socket.destroy();
    socket.on('end', onEnd);
    const splitter = new LineSplitter(MAX_HELLO_BYTES);
    const onData = (chunk: Buffer) => {
      const end = chunk.indexOf(0x0a);
      const lines = splitter.push(end < 0 ? chunk : chunk.subarray(0, end + 1));
      if (lines === null) {
        socket.destroy();
        return;
      }
      const [line] = lines;
      if (!line) return;
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('end', onEnd);
      this.#open(socket, line, chunk.subarray(end + 1));
    };
    socket.on('data', onData);
  }

  async #open(socket: Socket, line: Buffer, rest: Buffer): Promise<void> {
    const greeting = this.#greet(line);
    if (greeting === null) {
      const error = { code: -32001, message: 'The first line must carry the token of this data folder (run/token).' };
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
      endSoon(socket);
      return;
    }
    socket.pause();
    const server = await this.#serverFor(greeting);
    // Meanwhile the client may have disconnected, or this host may be closing.
    if (server === null || socket.destroyed || !this.#server.listening) {
      socket.destroy();
      return;
    }
    const transport = new LineTransport(socket, this.#limits, this.#budget);
    const calls = new CallsInWork(this.#limits, this.#budget, () => transport.unreadBytes);
    const dispatch = calls.within(server.dispatch);
    this.#transports.set(socket, transport);
    socket.on('close', this.#options.connected(greeting));
    socket.on('close', () => calls.end());
    transport.onread = () => calls.wake();
    serveStdio(() => createMcpServer({ ...server, dispatch }), {
      transport,
      onerror: (error) => server.log?.('an MCP connection failed', error),
    });
    transport.unshift(rest);
  }

  /** No first line, whatever its content, may crash the host. */
  async #serverFor(greeting: Hello): Promise<ServerOptions | null> {
    try {
      return await this.#options.serverFor(greeting);
    } catch (error) {
      this.#options.log?.('a connection could not be served', error);
      return null;
    }
  }

  #greet(line: Buffer): Hello | null {
    try {
      const parsed = hello.safeParse(parseJson(line.toString('utf8'), 4));
      if (!parsed.success || !sameToken(parsed.data.token, this.#options.token)) return null;
      const { token: _token, ...greeting } = parsed.data;
      return greeting;
    } catch {
      return null;
    }
  }
}

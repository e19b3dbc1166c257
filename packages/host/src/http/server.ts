import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import {
  AppError,
  type Caller,
  type Dispatch,
  type Envelope,
  HTTP_STATUS,
  MAX_REQUEST_BYTES,
  POSITION_HEADER,
  type Position,
  parseJson,
  toFailure,
} from '@twicewise/contract';
import {
  createHttpHandler,
  type HttpPeer,
  NO_ROOM,
  readBody,
  type ServerOptions,
  STALLED_MS,
  type WorkBudget,
} from '@twicewise/mcp';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { HttpAsker } from '../callers.ts';
import type { EventHub } from '../events.ts';
import { DroppedFiles } from './dropped-files.ts';
import { streamEvents } from './event-stream.ts';
import { askerOf, judgeAddress, requireToken } from './guard.ts';
import { securityHeaders } from './page-headers.ts';
import { StaticFiles } from './static-files.ts';

/** What the HTTP door needs from its host. */
export interface HttpOptions {
  /** 0 picks a free one. */
  port: number;
  token: string;
  dispatch: Dispatch;
  events: EventHub;
  /** The state that whatever is asked from now on is answered from, unless from a newer one. */
  position: () => Position;
  callerOf: (asker: HttpAsker) => Caller;
  mcp: (peer: HttpPeer) => ServerOptions;
  /** Folder of the built interface; null when there is none. */
  uiFolder: string | null;
  /** Folder for files that pages hand over; made when the first comes. */
  filesFolder: string;
  /** Shared with the other doors. */
  budget: WorkBudget;
  log: (message: string, error?: unknown) => void;
}

/** A page from here asks this door, and nobody else. */
const SECURITY_HEADERS = securityHeaders("'self'");
/** Most HTTP requests in work at a time; others are told to come back. */
const MAX_IN_WORK = 128;
/** Bytes reserved for an answer until its size is known; see MAX_ANSWER_BYTES. */
const ANSWER_BYTES = 2_097_152;
/** Most pages that listen at a time; each may have a backlog. */
const MAX_STREAMS = 64;
/** Time to read answers and event streams to their end when the host closes, in milliseconds. */
const LAST_WORDS_MS = 300;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/**
 * Explains that a port is not available; the caller can choose another. The cause keeps its code for callers that try another
 * port themselves.
 */
function explainPort(cause: Error, port: number): AppError {
  return new AppError(
    {
      code: 'unavailable',
      message: `Port ${port} on 127.0.0.1 cannot be opened (${(cause as Error & { code?: string }).code}).`,
      hint: 'Choose another with --port, or --port 0 for any free one.',
    },
    { cause },
  );
}

function sendRaw(request: IncomingMessage, response: ServerResponse, envelope: Envelope): void {
  request.resume();
  response.writeHead(envelope.ok ? 200 : HTTP_STATUS[envelope.error.code], { 'content-type': 'application/json' });
  response.end(JSON.stringify(envelope));
}

function send(context: Context, envelope: Envelope): Response {
  const status = envelope.ok ? 200 : HTTP_STATUS[envelope.error.code];
  const bytes = Buffer.from(JSON.stringify(envelope));
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return context.body(bytes, status as ContentfulStatusCode, headers);
}

function tooLarge(): AppError {
  return new AppError({
    code: 'invalid_input',
    reason: 'too_large',
    message: `The request is larger than ${MAX_REQUEST_BYTES} bytes.`,
    hint: 'Send less; nothing was changed.',
  });
}

const tooMany: Envelope = {
  ok: false,
  error: {
    code: 'busy',
    reason: 'rate_limited',
    message: `${MAX_IN_WORK} requests are in work already.`,
    hint: 'Wait for answers before sending more; nothing was changed.',
  },
};

const tooManyPages: Envelope = {
  ok: false,
  error: {
    code: 'busy',
    reason: 'rate_limited',
    message: `${MAX_STREAMS} pages listen already.`,
    hint: 'Close one of them.',
  },
};

const ending: Envelope = {
  ok: false,
  error: {
    code: 'unavailable',
    reason: 'handed_over',
    message: 'This host is ending; nothing was changed.',
    hint: 'Try again in a moment: the next host may already be there.',
  },
};

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MAX_REQUEST_BYTES);
  if (bytes === null) throw tooLarge();
  if (bytes.length === 0) return {};
  try {
    return parseJson(DECODER.decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return parseJson('not UTF-8');
  }
}

type DoorContext = Context<{ Bindings: HttpBindings }>;

/** The HTTP door: the interface's files, the operations, the event stream and MCP, on 127.0.0.1 only. */
export class HttpDoor {
  readonly #options: HttpOptions;
  readonly #files: DroppedFiles;
  readonly #server: Server;
  #port = 0;
  #inWork = 0;
  readonly #lastOf = new WeakMap<Socket, ServerResponse>();
  #streams = 0;
  /** Answers that have not been read completely, with the time they were made. */
  readonly #unread = new Map<ServerResponse, number>();
  #isDraining = false;
  /** Commands whose answer has not been sent completely. Event streams are not among them: they end by themselves. */
  readonly #unanswered = new Set<ServerResponse>();
  #answered: (() => void)[] = [];

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#files = new DroppedFiles(options.filesFolder);
    options.budget.onShortage(() => this.#dropStalled());
    const serve = getRequestListener(this.#routes().fetch);
    this.#server = createServer((request, response) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      const refused = judgeAddress(request.headers, this.port) ?? this.#refuseLate(response);
      if (refused) sendRaw(request, response, refused);
      else {
        if (request.method === 'POST') this.#noteUnanswered(response);
        this.#inTurn(request.socket, response, () => serve(request, response));
      }
    });
    this.#server.headersTimeout = 10_000;
    this.#server.requestTimeout = 30_000;
  }

  /** Port in use; 0 before `listen`. It stays set while the door closes and answers its last requests. */
  get port(): number {
    return this.#port;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(explainPort(error, this.#options.port)));
      this.#server.listen(this.#options.port, '127.0.0.1', resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no new connections or requests, lets requests in work be answered, then closes. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    if (this.#unanswered.size > 0) await new Promise<void>((resolve) => this.#answered.push(resolve));
    this.#server.closeIdleConnections();
    // Event streams end by themselves after they announced the hand-over. One that hangs must not hold up the host.
    const patience = setTimeout(() => this.#server.closeAllConnections(), LAST_WORDS_MS);
    await closed;
    clearTimeout(patience);
    this.#files.close();
  }

  /** Closes every connection at once, without answers. */
  cutOff(): void {
    this.#files.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /**
   * A connection that is kept alive can send requests after the door stopped listening. This answer tells its client to close it.
   */
  #refuseLate(response: ServerResponse): Envelope | null {
    if (!this.#isDraining) return null;
    response.setHeader('connection', 'close');
    return ending;
  }

  /** Serves requests that a client sends without waiting one after the other, each when the answer before has been read. */
  #inTurn(socket: Socket, response: ServerResponse, serve: () => void): void {
    const before = this.#lastOf.get(socket);
    this.#lastOf.set(socket, response);
    if (!before || before.closed) serve();
    else before.once('close', () => response.destroyed || serve());
  }

  #noteUnanswered(response: ServerResponse): void {
    this.#unanswered.add(response);
    response.once('close', () => {
      this.#unanswered.delete(response);
      if (this.#unanswered.size === 0) for (const resolve of this.#answered.splice(0)) resolve();
    });
  }

  #routes(): Hono<{ Bindings: HttpBindings }> {
    const { token, uiFolder } = this.#options;
    const files = new StaticFiles(uiFolder);
    const mcp = createHttpHandler(this.#options.mcp);
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.use(requireToken(token));
    app.post('/api/:operation', (context) => this.#work(context, () => this.#call(context)));
    app.post('/files/:name', (context) => this.#work(context, () => this.#keep(context)));
    app.delete('/files', (context) => this.#work(context, () => this.#discard(context)));
    app.get('/api/events', (context) => this.#stream(context));
    app.all('/mcp', (context) => this.#work(context, () => mcp(context.req.raw)));
    app.get('/*', (context) => files.serve(context));
    app.notFound((context) => send(context, notFound()));
    app.onError((error, context) => {
      const log = (unexpected: unknown) => this.#options.log('a request failed', unexpected);
      return send(context, { ok: false, error: toFailure(error, log) });
    });
    return app;
  }

  async #work(context: DoorContext, run: () => Promise<Response>): Promise<Response> {
    const { budget } = this.#options;
    if (this.#inWork >= MAX_IN_WORK) return send(context, tooMany);
    if (!budget.hasRoom(ANSWER_BYTES)) return send(context, NO_ROOM);
    const { outgoing } = context.env;
    const share = budget.share();
    share.hold(ANSWER_BYTES);
    outgoing.once('close', () => {
      share.end();
      this.#unread.delete(outgoing);
    });
    this.#inWork++;
    try {
      const response = await run();
      share.hold(Number(response.headers.get('content-length') ?? ANSWER_BYTES));
      if (!outgoing.destroyed) this.#unread.set(outgoing, performance.now());
      return response;
    } finally {
      this.#inWork--;
    }
  }

  #dropStalled(): void {
    const before = performance.now() - STALLED_MS;
    for (const [response, at] of this.#unread) if (at < before) response.destroy();
  }

  #stream(context: DoorContext): Response {
    if (this.#streams >= MAX_STREAMS) return send(context, tooManyPages);
    this.#streams++;
    context.env.outgoing.once('close', () => this.#streams--);
    return streamEvents(context, this.#options.events, this.#options.position);
  }

  async #keep(context: DoorContext): Promise<Response> {
    const size = Number(context.req.header('content-length') ?? 0);
    return send(context, await this.#files.keep(context.req.param('name') ?? '', size, context.req.raw.body));
  }

  async #discard(context: DoorContext): Promise<Response> {
    return send(context, await this.#files.discard(context.req.query('path') ?? ''));
  }

  async #call(context: DoorContext): Promise<Response> {
    const input = await readJson(context.req.raw);
    const caller = this.#options.callerOf(askerOf(context.env.incoming.headers));
    const key = context.req.header('idempotency-key');
    const name = context.req.param('operation') ?? '';
    const { epoch, revision } = this.#options.position();
    context.header(POSITION_HEADER, `${epoch} ${revision}`);
    return send(context, await this.#options.dispatch({ name, input, caller, key }));
  }
}

function notFound(): Envelope {
  return {
    ok: false,
    error: {
      code: 'not_found',
      message: 'There is nothing at this address.',
      hint: 'Operations are at POST /api/<operation>, the interface is at /.',
    },
  };
}

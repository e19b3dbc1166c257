import { createServer, type Server, type Socket } from 'node:net';
import {
  caller,
  type Dispatch,
  type Envelope,
  inputError,
  MAX_JSON_DEPTH,
  MAX_KEY_LENGTH,
  MAX_REQUEST_BYTES,
  parseGiven,
  parseJson,
  settle,
  toFailure,
} from '@twicewise/contract';
import {
  endSoon,
  LineSplitter,
  listenPrivately,
  NO_ROOM,
  SOCKET_LIMITS,
  STALLED_MS,
  sameToken,
  type WorkBudget,
} from '@twicewise/mcp';
import { resolveFolderSoon } from '@twicewise/memory/host-side';
import * as z from 'zod';
import type { HookRequest } from './hooks/answer-hook.ts';

/** Checked first, so that a caller without the token learns nothing else. */
const withToken = z.object({ token: z.string() });

/** As any caller, but the host also resolves the folder of one that only names its path. */
const asker = caller.extend({ project: z.union([z.object({ path: z.string().max(4096) }), caller.shape.project]) });

/**
 * The requests on the control socket: calls of the command line and of programs, hooks of agents, and handing over. See
 * `ControlMessage` for how the asking side writes them.
 */
const message = z.discriminatedUnion('command', [
  z.object({ command: z.literal('handover'), to: z.string().max(40) }),
  z.object({
    command: z.literal('call'),
    name: z.string(),
    input: z.unknown(),
    key: z.string().optional(),
    // The host itself makes imports, so no caller may be an importer.
    caller: asker.refine(({ author }) => author.kind !== 'importer', { message: 'must be a person or an agent' }),
  }),
  z.object({
    command: z.literal('hook'),
    agent: z.string().max(64),
    payload: z.unknown(),
    project: z.string().max(512).nullable(),
    projectFolder: z.string().max(4096).nullable(),
    parent: z.int().nullable(),
    attended: z.boolean().default(true),
    key: z.string().max(MAX_KEY_LENGTH),
  }),
]);

type Message = z.infer<typeof message>;

/** Bytes reserved for an answer until it is read; see MAX_ANSWER_BYTES. */
const ANSWER_BYTES = 2_097_152;
/** Most connections at a time. A command line holds one while it asks. */
const MAX_CONNECTIONS = 1000;

/** What the control socket needs from its host. */
export interface ControlOptions {
  path: string;
  token: string;
  dispatch: Dispatch;
  /** Shared with the other doors. */
  budget: WorkBudget;
  /** See {@link STALLED_MS}. */
  stalledMs?: number;
  /** See {@link MAX_CONNECTIONS}. */
  maxConnections?: number;
  /** Time limit for the first line, in milliseconds, as on the MCP socket. */
  helloMs?: number;
  /** Answers a hook; see `answerHook`. */
  hook: (request: HookRequest) => Promise<object | null>;
  /** Gives up everything; resolves when the lock is free. */
  handOver: (to: string) => Promise<void>;
}

/** The control socket, with mode 0600. */
export class ControlSocket {
  readonly #options: ControlOptions;
  #server: Server;
  readonly #calls = new Set<Promise<void>>();
  /** Connections whose answer has not been read completely, with the time at which the answer was made. */
  readonly #unread = new Map<Socket, number>();

  constructor(options: ControlOptions) {
    this.#options = options;
    options.budget.onShortage(() => this.#cutOffStalled());
    this.#server = this.#newServer();
  }

  #newServer(): Server {
    // A client that sends everything and then closes its side still gets its answers.
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    server.maxConnections = this.#options.maxConnections ?? MAX_CONNECTIONS;
    return server;
  }

  listen(): Promise<void> {
    return listenPrivately(this.#server, this.#options.path);
  }

  /** Listens again on a path that was deleted. */
  async listenAgain(): Promise<void> {
    // Close first, because closing removes the file of that name.
    this.#server.close();
    this.#server = this.#newServer();
    await this.listen();
  }

  /** Stops listening; resolves when all received calls are answered. The client that requested the hand-over still waits. */
  async drain(): Promise<void> {
    this.#server.close();
    await Promise.allSettled(this.#calls);
  }

  #cutOffStalled(): void {
    const before = performance.now() - (this.#options.stalledMs ?? STALLED_MS);
    for (const [socket, at] of this.#unread) if (at < before) socket.destroy();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), this.#options.helloMs ?? SOCKET_LIMITS.helloMs);
    socket.on('close', () => clearTimeout(timer));
    const splitter = new LineSplitter(MAX_REQUEST_BYTES);
    const waiting: Buffer[] = [];
    let isBusy = false;
    let isEnded = false;
    // Requests of a connection run one after the other, each when the answer before was read. A client that sends many delays
    // only itself.
    const next = async () => {
      if (isBusy || !socket.writable) return;
      const line = waiting.shift();
      if (line === undefined) {
        if (isEnded) socket.end();
        return;
      }
      isBusy = true;
      socket.pause();
      await this.#answer(socket, line.toString('utf8'));
      isBusy = false;
      socket.resume();
      setImmediate(go);
    };
    const go = () => void next().catch(() => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      // What comes after the last answer is not kept: it would only fill the memory.
      if (!socket.writable) return;
      const lines = splitter.push(chunk);
      if (lines === null) {
        answerLast(socket, tooLarge());
        return;
      }
      if (lines.length > 0) clearTimeout(timer);
      waiting.push(...lines);
      go();
    });
    socket.on('end', () => {
      isEnded = true;
      go();
    });
  }

  async #answer(socket: Socket, line: string): Promise<void> {
    const asked = this.#parse(line);
    if ('ok' in asked) {
      answerLast(socket, asked);
      return;
    }
    if (asked.command === 'handover') {
      await this.#options.handOver(asked.to);
      answerLast(socket, { ok: true, value: 'released' });
      return;
    }
    const call = this.#call(socket, asked).finally(() => this.#calls.delete(call));
    this.#calls.add(call);
    await call;
  }

  async #call(socket: Socket, asked: Exclude<Message, { command: 'handover' }>): Promise<void> {
    const { budget, hook } = this.#options;
    if (!budget.hasRoom(ANSWER_BYTES)) {
      socket.write(`${JSON.stringify(NO_ROOM)}\n`);
      return;
    }
    const share = budget.share();
    share.hold(ANSWER_BYTES);
    try {
      const envelope = asked.command === 'hook' ? await settle(() => hook(asked)) : await this.#dispatch(asked);
      const text = `${JSON.stringify(envelope)}\n`;
      share.hold(text.length);
      this.#unread.set(socket, performance.now());
      await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    } finally {
      this.#unread.delete(socket);
      share.end();
    }
  }

  async #dispatch({ name, input, key, caller }: Extract<Message, { command: 'call' }>): Promise<Envelope> {
    const named = caller.project;
    const project = named !== null && 'path' in named ? { folder: await resolveFolderSoon(named.path) } : named;
    return this.#options.dispatch({ name, input, caller: { ...caller, door: 'cli', project }, key });
  }

  #parse(line: string): Message | Envelope {
    try {
      // The message wraps the operation's own input, which may use the whole permitted depth.
      const raw = parseJson(line, MAX_JSON_DEPTH + 2);
      const { token } = parsedBy(withToken, raw);
      return sameToken(token, this.#options.token) ? parsedBy(message, raw) : badToken();
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }
}

/** Answers, and closes the connection also when the other side keeps its own open. */
function answerLast(socket: Socket, envelope: Envelope): void {
  if (!socket.writable) return;
  socket.write(`${JSON.stringify(envelope)}\n`);
  endSoon(socket);
}

function parsedBy<T extends z.ZodType>(schema: T, raw: unknown): z.infer<T> {
  const parsed = parseGiven(schema, raw);
  if (!parsed.success) throw inputError('the control socket', parsed.error);
  return parsed.data;
}

function tooLarge(): Envelope {
  return {
    ok: false,
    error: {
      code: 'invalid_input',
      reason: 'too_large',
      message: `The request is larger than ${MAX_REQUEST_BYTES} bytes.`,
      hint: 'Send less; nothing was changed.',
    },
  };
}

function badToken(): Envelope {
  return {
    ok: false,
    error: {
      code: 'refused',
      reason: 'bad_token',
      message: 'The token does not belong to this data folder.',
      hint: 'Read it from run/token in the data folder.',
    },
  };
}

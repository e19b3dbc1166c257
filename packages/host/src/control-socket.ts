import { connect, createServer, type Server, type Socket } from 'node:net';
import {
  AppError,
  type Caller,
  type Dispatch,
  type Envelope,
  inputError,
  MAX_JSON_DEPTH,
  parseJson,
  toFailure,
} from '@twicewise/contract';
import { LineSplitter, listenPrivately, sameToken } from '@twicewise/mcp';
import * as z from 'zod';

/** What may be asked for on the control socket: calls of the command line, and handing over to another host. */
const message = z.discriminatedUnion('command', [
  z.object({ token: z.string(), command: z.literal('handover'), to: z.string().max(40) }),
  z.object({
    token: z.string(),
    command: z.literal('call'),
    name: z.string(),
    input: z.unknown(),
    key: z.string().optional(),
    caller: z.unknown(),
  }),
]);

/** See {@link message}, as the asking side writes it. */
export type ControlMessage =
  | { command: 'handover'; to: string }
  | { command: 'call'; name: string; input: unknown; key?: string | undefined; caller: Caller };

const MAX_MESSAGE_BYTES = 2_097_152;

/** What the control socket needs from its host. */
export interface ControlOptions {
  path: string;
  token: string;
  dispatch: Dispatch;
  /** Gives up everything; resolves when the lock is free. */
  handOver: (to: string) => Promise<void>;
}

/** Listens on the control socket with mode 0600. */
export class ControlSocket {
  readonly #options: ControlOptions;
  readonly #server: Server;

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  listen(): Promise<void> {
    return listenPrivately(this.#server, this.#options.path);
  }

  /** Stops listening. Open connections get their answers first. */
  close(): void {
    this.#server.close();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const splitter = new LineSplitter(MAX_MESSAGE_BYTES);
    socket.on('data', (chunk: Buffer) => {
      const lines = splitter.push(chunk);
      if (lines === null) socket.end(`${JSON.stringify(tooLarge())}\n`);
      for (const line of lines ?? []) this.#answer(socket, line.toString('utf8')).catch(() => socket.destroy());
    });
  }

  async #answer(socket: Socket, line: string): Promise<void> {
    const asked = this.#parse(line);
    if ('ok' in asked) {
      socket.end(`${JSON.stringify(asked)}\n`);
      return;
    }
    if (asked.command === 'handover') {
      await this.#options.handOver(asked.to);
      socket.end(`${JSON.stringify({ ok: true, value: 'released' })}\n`);
      return;
    }
    const { name, input, key } = asked;
    const caller = asked.caller as Caller;
    const envelope = await this.#options.dispatch({ name, input, caller: { ...caller, door: 'cli' }, key });
    socket.write(`${JSON.stringify(envelope)}\n`);
  }

  #parse(line: string): z.infer<typeof message> | Envelope {
    try {
      // The message wraps the operation's own input, which may use the whole depth.
      const parsed = message.safeParse(parseJson(line, MAX_JSON_DEPTH + 2));
      if (!parsed.success) throw inputError('the control socket', parsed.error);
      return sameToken(parsed.data.token, this.#options.token) ? parsed.data : badToken();
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }
}

function tooLarge(): Envelope {
  return {
    ok: false,
    error: {
      code: 'invalid_input',
      reason: 'too_large',
      message: `The request is larger than ${MAX_MESSAGE_BYTES} bytes.`,
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

/** Asks a running host. Throws `unavailable` when it cannot be reached or goes away before it answers. */
export function askHost(host: { control: string; token: string }, asked: ControlMessage): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const socket = connect(host.control);
    const parts: Buffer[] = [];
    const gone = () =>
      reject(
        new AppError({
          code: 'unavailable',
          reason: 'no_host',
          message: 'The host that held this data folder is gone.',
          hint: 'Try again: the next call opens the memory itself.',
        }),
      );
    socket.once('connect', () => socket.write(`${JSON.stringify({ token: host.token, ...asked })}\n`));
    socket.on('error', gone);
    socket.on('close', gone);
    socket.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      if (!chunk.includes(0x0a)) return;
      resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as Envelope);
      socket.end();
    });
  });
}

/** True when somebody accepts connections there: a host that died leaves its socket file behind. */
export function isListening(control: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(control);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

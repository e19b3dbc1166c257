import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';

/** The parts of an MCP server's answer that the bench reads. */
export interface RpcAnswer {
  id?: string | number | null;
  result?: { content?: { text?: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean };
  error?: { code: number; message: string };
}

/** A pair of streams for lines: a socket, or the stdio of a bridge. */
export interface LineChannel {
  read: Readable;
  write: Writable;
}

const VERSION = '2025-11-25';

/**
 * A minimal MCP client that sends JSON-RPC lines over a stream. The official client would use as much processor time as the
 * server under test, which would distort the results on two cores.
 */
export class RpcClient {
  readonly #channel: LineChannel;
  readonly #waiting = new Map<string | number, { resolve: (a: RpcAnswer) => void; reject: (e: Error) => void }>();
  #parts: Buffer[] = [];
  #nextId = 1;
  #gone: Error | null = null;

  constructor(channel: LineChannel) {
    this.#channel = channel;
    channel.read.on('data', (chunk: Buffer) => this.#receive(chunk));
    channel.read.on('close', () => this.#fail(new Error('the connection was closed')));
    channel.read.on('error', (error) => this.#fail(error));
    channel.write.on('error', (error) => this.#fail(error));
  }

  /** Connects to a Unix socket; `hello` is the first line, if the server expects one. */
  static async connect(path: string, hello: object | null): Promise<RpcClient> {
    const socket: Socket = connect(path);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    if (hello) socket.write(`${JSON.stringify(hello)}\n`);
    const client = new RpcClient({ read: socket, write: socket as Duplex });
    await client.initialize();
    return client;
  }

  /** The handshake of the MCP revisions of 2025. */
  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    const answer = await this.request('initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo });
    if (answer.error) throw new Error(answer.error.message);
    this.#say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** Number of requests without an answer yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Sends a request and waits for its answer. Rejects if the connection ends first. */
  request(method: string, params: object = {}): Promise<RpcAnswer> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#say({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Calls a tool and throws unless it succeeded. */
  async call(name: string, input: object, meta?: object): Promise<RpcAnswer> {
    const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
    const answer = await this.request('tools/call', params);
    if (answer.error) throw new Error(`${name}: ${answer.error.message}`);
    if (answer.result?.isError) throw new Error(`${name}: ${answer.result.content?.[0]?.text ?? 'failed'}`);
    return answer;
  }

  close(): void {
    this.#gone ??= new Error('closed by us');
    this.#channel.write.end();
    if ('destroy' in this.#channel.read) this.#channel.read.destroy();
  }

  #say(message: object): void {
    this.#channel.write.write(`${JSON.stringify(message)}\n`);
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.#parts.push(chunk.subarray(start, end));
      this.#answer(
        this.#parts.length === 1 ? chunk.toString('utf8', start, end) : Buffer.concat(this.#parts).toString(),
      );
      this.#parts = [];
      start = end + 1;
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  #answer(line: string): void {
    const answer = JSON.parse(line) as RpcAnswer;
    const waiting = this.#waiting.get(answer.id ?? '');
    if (!waiting) return;
    this.#waiting.delete(answer.id ?? '');
    waiting.resolve(answer);
  }

  #fail(error: Error): void {
    this.#gone ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

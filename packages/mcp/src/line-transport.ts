import type { Socket } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { AppError, parseJson, toFailure } from '@twicewise/contract';

/** Limits of one connection; see docs/adr/0006. */
export interface ConnectionLimits {
  /** Longest line in bytes; a longer one closes the connection, because its end cannot be found without storing it. */
  maxLineBytes: number;
  /** Requests in work at once; more are left in the kernel's buffer, which slows the sender down and nobody else. */
  maxInFlight: number;
}

/** Defaults: twice the largest lesson (escapes included), and half of what one commit can hold. */
export const CONNECTION_LIMITS: ConnectionLimits = { maxLineBytes: 1_048_576, maxInFlight: 32 };

const LF = 0x0a;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Splits a byte stream at LF only; JSON may hold U+2028, at which node:readline would split too. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Complete lines that end in this chunk, or null when the line has become too long. */
  push(chunk: Buffer): Buffer[] | null {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const tail = chunk.subarray(start, end);
      if (this.#bytes + tail.length > this.#maxBytes) return null;
      lines.push(this.#parts.length === 0 ? tail : Buffer.concat([...this.#parts, tail]));
      this.#parts = [];
      this.#bytes = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) this.#parts.push(rest);
    this.#bytes += rest.length;
    return this.#bytes > this.#maxBytes ? null : lines;
  }
}

/** The other side died or closed without a word. That is how agents end, so nobody has to hear of it. */
function isGone(error: Error & { code?: string }): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET';
}

function isRequest(message: JSONRPCMessage): message is JSONRPCMessage & { id: string | number } {
  return 'method' in message && 'id' in message;
}

/** Id of the request that a message ends, if it ends one: an answer, or a cancellation (which is never answered). */
function endedRequest(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message)) return 'id' in message ? (message.id ?? undefined) : undefined;
  if (message.method !== 'notifications/cancelled') return undefined;
  const id = (message.params as { requestId?: unknown } | undefined)?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/**
 * MCP over a socket, one JSON value per line. What the SDK's stdio transport lacks: it closes a connection whose line
 * is too long, and takes only so many requests at once, so that one flooding client waits for itself.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #splitter: LineSplitter;
  readonly #waiting: Buffer[] = [];
  readonly #inFlight = new Set<string | number>();
  #closed = false;
  #draining = false;
  /** Answers can come while a message is being delivered; the loop that delivers then goes on by itself. */
  #delivering = false;
  #idle: (() => void)[] = [];

  constructor(socket: Socket, limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.#socket = socket;
    this.#limits = limits;
    this.#splitter = new LineSplitter(limits.maxLineBytes);
  }

  async start(): Promise<void> {
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('error', (error) => {
      if (!isGone(error)) this.onerror?.(error);
    });
    this.#socket.on('end', () => this.#finish());
    this.#socket.on('close', () => this.#finish());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#socket.writable) return;
    const flushed = this.#socket.write(`${JSON.stringify(message)}\n`);
    this.#ended(message);
    if (!flushed) await new Promise<void>((resolve) => this.#onceWritable(resolve));
  }

  async close(): Promise<void> {
    this.#socket.end();
    this.#finish();
  }

  /** Takes no more requests; resolves when those in work are answered. For a hand-over. */
  async drain(): Promise<void> {
    this.#draining = true;
    this.#socket.pause();
    this.#waiting.length = 0;
    if (this.#inFlight.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Hands over bytes that were read before this transport took the socket. */
  unshift(rest: Buffer): void {
    if (rest.length > 0) this.#receive(rest);
  }

  #onceWritable(resolve: () => void): void {
    this.#socket.once('drain', resolve);
    this.#socket.once('close', resolve);
  }

  #receive(chunk: Buffer): void {
    if (this.#draining || this.#closed) return;
    const lines = this.#splitter.push(chunk);
    if (lines === null) {
      this.#refuse(-32600, `A message is longer than ${this.#limits.maxLineBytes} bytes; the connection is closed.`);
      this.#socket.end();
      this.#finish();
      return;
    }
    this.#waiting.push(...lines);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#draining || this.#closed) return;
    this.#delivering = true;
    while (this.#waiting.length > 0 && this.#inFlight.size < this.#limits.maxInFlight) {
      const line = this.#waiting.shift();
      if (line) this.#parse(line);
    }
    this.#delivering = false;
    if (this.#waiting.length > 0) this.#socket.pause();
    else if (!this.#closed) this.#socket.resume();
  }

  #parse(line: Buffer): void {
    const message = this.#decode(line);
    if (message === null) return;
    if (isRequest(message)) this.#inFlight.add(message.id);
    else this.#ended(message);
    this.onmessage?.(message);
  }

  #decode(line: Buffer): JSONRPCMessage | null {
    try {
      const text = UTF8.decode(line);
      if (text.trim() === '') return null;
      const message = parseJson(text);
      if (isMessage(message)) return message;
      this.#refuse(-32600, 'Not a JSON-RPC 2.0 message: send one object with "jsonrpc": "2.0" per line.');
    } catch (error) {
      const reason = error instanceof AppError ? toFailure(error).message : 'The line is not UTF-8.';
      this.#refuse(-32700, reason);
    }
    return null;
  }

  #refuse(code: number, message: string): void {
    if (this.#socket.writable)
      this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  }

  #ended(message: JSONRPCMessage): void {
    const id = endedRequest(message);
    if (id === undefined || !this.#inFlight.delete(id)) return;
    if (this.#inFlight.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    if (!this.#delivering) this.#deliver();
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const resolve of this.#idle.splice(0)) resolve();
    this.onclose?.();
  }
}

/** The shape that the SDK relies on; everything finer is its own to judge. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const message = value as Record<string, unknown>;
  if (message.jsonrpc !== '2.0') return false;
  const { id } = message;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  if (typeof message.method === 'string') return message.params === undefined || isObject(message.params);
  return id !== undefined && ('result' in message || 'error' in message);
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

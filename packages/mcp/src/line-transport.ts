import type { Socket } from 'node:net';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { AppError, parseJson, toFailure } from '@twicewise/contract';
import { endSoon } from './end-soon.ts';
import { LineSplitter } from './line-splitter.ts';

/** Limits of one connection; see docs/adr/0006. */
export interface ConnectionLimits {
  /** Longest line in bytes; a longer one closes the connection, because its end cannot be found without storing it. */
  maxLineBytes: number;
  /** Requests in work at once; more are left in the kernel's buffer, which slows the sender down and nobody else. */
  maxInFlight: number;
}

/** Defaults: twice the largest lesson (escapes included), and half of what one commit can hold. */
export const CONNECTION_LIMITS: ConnectionLimits = { maxLineBytes: 1_048_576, maxInFlight: 32 };

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The other side died or closed without a word. That is how agents end, so nobody has to hear of it. */
function isGone(error: Error & { code?: string }): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET';
}

/** Id of the request that the client takes back; such a request is never answered. */
function cancelledRequest(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = (message.params as { requestId?: unknown } | undefined)?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Id of the request that a message of ours answers. */
function answeredRequest(message: JSONRPCMessage): string | number | undefined {
  return 'method' in message ? undefined : (message.id ?? undefined);
}

/**
 * MCP over a socket, one JSON value per line. What the SDK's stdio transport lacks: it closes a connection whose line
 * is too long, and takes only so many requests at once and none while answers wait to be read, so that a flooding
 * client waits for itself.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #splitter: LineSplitter;
  readonly #waiting: Buffer[] = [];
  /** How many requests of each id are in work: nothing keeps a client from using one twice at once. */
  readonly #inFlight = new Map<string | number, number>();
  #requests = 0;
  #closed = false;
  #draining = false;
  /** Answers can come while a message is being delivered; the loop that delivers then goes on by itself. */
  #delivering = false;
  #idle: (() => void)[] = [];
  /** Senders that wait until the other side has read. */
  #unread: (() => void)[] = [];

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
    this.#socket.on('drain', () => {
      this.#wakeSenders();
      this.#deliver();
    });
    this.#socket.on('end', () => this.#finish());
    this.#socket.on('close', () => {
      this.#wakeSenders();
      this.#finish();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#socket.writable) return;
    const flushed = this.#socket.write(`${JSON.stringify(message)}\n`);
    this.#ended(answeredRequest(message));
    if (!flushed) await new Promise<void>((resolve) => this.#unread.push(resolve));
  }

  async close(): Promise<void> {
    endSoon(this.#socket);
    this.#finish();
  }

  /** Takes no more requests; resolves when those in work are answered. For a hand-over. */
  async drain(): Promise<void> {
    this.#draining = true;
    this.#socket.pause();
    this.#waiting.length = 0;
    if (this.#requests > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Hands over the bytes that were read before this transport took the socket, none maybe, and goes on reading. */
  unshift(rest: Buffer): void {
    this.#receive(rest);
  }

  #wakeSenders(): void {
    for (const resolve of this.#unread.splice(0)) resolve();
  }

  #receive(chunk: Buffer): void {
    if (this.#draining || this.#closed) return;
    const lines = this.#splitter.push(chunk);
    if (lines === null) {
      this.#refuse(-32600, `A message is longer than ${this.#limits.maxLineBytes} bytes; the connection is closed.`);
      this.close();
      return;
    }
    this.#waiting.push(...lines);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#draining || this.#closed) return;
    this.#delivering = true;
    while (this.#waiting.length > 0 && this.#mayTakeMore()) {
      const line = this.#waiting.shift();
      if (line) this.#parse(line);
    }
    this.#delivering = false;
    if (this.#waiting.length > 0) this.#socket.pause();
    else if (!this.#closed) this.#socket.resume();
  }

  #mayTakeMore(): boolean {
    return this.#requests < this.#limits.maxInFlight && !this.#socket.writableNeedDrain;
  }

  #parse(line: Buffer): void {
    const message = this.#decode(line);
    if (message === null) return;
    if (isJSONRPCRequest(message)) this.#begun(message.id);
    else this.#ended(cancelledRequest(message));
    this.onmessage?.(message);
  }

  #decode(line: Buffer): JSONRPCMessage | null {
    try {
      const text = UTF8.decode(line);
      if (text.trim() === '') return null;
      const message = parseJson(text);
      if (isMessage(message)) return message;
      const what = 'Not a JSON-RPC 2.0 message: send one object with "jsonrpc": "2.0" per line.';
      this.#refuse(-32600, what, readableId(message));
    } catch (error) {
      const reason = error instanceof AppError ? toFailure(error).message : 'The line is not UTF-8.';
      this.#refuse(-32700, reason);
    }
    return null;
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    if (this.#socket.writable)
      this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  #begun(id: string | number): void {
    this.#inFlight.set(id, (this.#inFlight.get(id) ?? 0) + 1);
    this.#requests++;
  }

  #ended(id: string | number | undefined): void {
    const count = id === undefined ? undefined : this.#inFlight.get(id);
    if (id === undefined || count === undefined) return;
    if (count === 1) this.#inFlight.delete(id);
    else this.#inFlight.set(id, count - 1);
    this.#requests--;
    if (this.#requests === 0) for (const resolve of this.#idle.splice(0)) resolve();
    if (!this.#delivering) this.#deliver();
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const resolve of this.#idle.splice(0)) resolve();
    this.onclose?.();
  }
}

/** Id of something that asks, as far as it can be read: its sender waits for an answer to it. */
function readableId(value: unknown): string | number | null {
  if (value === null || typeof value !== 'object' || !('method' in value) || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}

/** The SDK drops what it does not know without an answer, and its sender would wait for ever: its own tests decide. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

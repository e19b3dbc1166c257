import type { Socket } from 'node:net';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { AppError, MAX_AGENT_MESSAGE_BYTES, parseJson, toFailure } from '@twicewise/contract';
import { boundedError } from './bounded-error.ts';
import { endSoon } from './end-soon.ts';
import { LineSplitter } from './line-splitter.ts';
import { withoutNullArguments } from './null-arguments.ts';
import { type Share, STALLED_MS, WorkBudget } from './work-budget.ts';

/** Limits of one connection; see docs/adr/0006. */
export interface ConnectionLimits {
  /** Longest line in bytes; a longer one closes the connection, because its end cannot be found without storing it. */
  maxLineBytes: number;
  /** Requests in progress at once. Further ones stay in the kernel's buffer, which slows down only their sender. */
  maxInFlight: number;
  /** Bytes of the requests in progress. */
  maxRequestBytes: number;
  /** Lines without a request (they do not count as in progress) before the connection pauses, so that others are served. */
  maxIdleLines: number;
  /** Length of that pause, in milliseconds. */
  restMs: number;
  /** Consecutive lines that are no messages before the connection is closed. */
  maxUnreadable: number;
  /** Milliseconds without reading after which a client is disconnected if others need space, or if it sends nothing more. */
  stalledMs: number;
}

/** Defaults. The requests of a connection have half of what one commit can hold. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  maxLineBytes: MAX_AGENT_MESSAGE_BYTES,
  maxInFlight: 32,
  maxRequestBytes: 4_194_304,
  maxIdleLines: 32,
  restMs: 10,
  maxUnreadable: 1000,
  stalledMs: STALLED_MS,
};

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The other side died or closed without notice. Agents normally end this way, so it is not reported. */
function isGone(error: Error & { code?: string }): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET';
}

/** Id of the request that the client cancels; a cancelled request is never answered. */
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
 * MCP over a socket, one JSON value per line. Unlike the SDK's stdio transport it closes a connection whose line is too long, and
 * it limits the requests in progress and accepts none while answers are unread, so that a flooding client slows down only itself.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The other side has read something. */
  onread?: () => void;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #splitter: LineSplitter;
  readonly #share: Share;
  readonly #waiting: Buffer[] = [];
  /** Bytes of the requests in progress by id; a client may use one id twice at once. */
  readonly #inFlight = new Map<string | number, number[]>();
  #requests = 0;
  #requestBytes = 0;
  #unreadBytes = 0;
  /** When the other side last read while there was something to read. */
  #readAt = 0;
  #unreadable = 0;
  #closed = false;
  /** The other side has finished sending; it may still read. */
  #heardAll = false;
  #draining = false;
  /** Answers can arrive during the delivery of a message; the delivering loop then continues by itself. */
  #delivering = false;
  #idleLines = 0;
  #resting = false;
  #idle: (() => void)[] = [];
  /** Senders that wait for the other side to read. */
  #unread: (() => void)[] = [];

  constructor(socket: Socket, limits: ConnectionLimits = CONNECTION_LIMITS, budget = new WorkBudget()) {
    this.#socket = socket;
    this.#limits = limits;
    this.#share = budget.share();
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
    this.#socket.on('end', () => this.#hearEnd());
    this.#socket.on('close', () => {
      this.#wakeSenders();
      this.#finish();
      this.#share.end();
    });
  }

  /** Bytes that were written and not read yet. */
  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** Milliseconds since the other side last read, while something waits for it; else 0. */
  get stalledMs(): number {
    return this.#unreadBytes === 0 ? 0 : performance.now() - this.#readAt;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#socket.writable) return;
    const flushed = this.#write(boundedError(message));
    this.#ended(answeredRequest(message));
    if (!flushed) await new Promise<void>((resolve) => this.#unread.push(resolve));
  }

  async close(): Promise<void> {
    endSoon(this.#socket);
    this.#finish();
  }

  /** Accepts no more requests; resolves when those in progress are answered. For a hand-over. */
  async drain(): Promise<void> {
    this.#draining = true;
    this.#socket.pause();
    this.#waiting.length = 0;
    if (this.#requests > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Takes over bytes that were read before this transport got the socket (possibly none), and continues reading. */
  unshift(rest: Buffer): void {
    this.#receive(rest);
    if (this.#socket.readableEnded) this.#hearEnd();
  }

  /**
   * The other side has finished sending, or is gone: only then does an empty write fail. In the first case it still gets its
   * answers; if it does not read them it is disconnected, because nothing else would ever report its end.
   */
  #hearEnd(): void {
    if (this.#heardAll || this.#closed) return;
    this.#heardAll = true;
    // In a hand-over our side has ended first: nothing more can be written, and nobody waits for it.
    if (!this.#socket.writable) return;
    const watch = setInterval(() => {
      if (this.stalledMs > this.#limits.stalledMs) this.#socket.destroy();
      else if (this.#unreadBytes === 0 && this.#socket.writable) this.#socket.write('');
    }, this.#limits.stalledMs);
    watch.unref();
    this.#socket.once('close', () => clearInterval(watch));
    this.#socket.write('', (error) => error || this.#deliver());
  }

  /** Ends the connection of one that sends nothing any more and has its answers. */
  #endIfAnswered(): void {
    if (!this.#heardAll || this.#requests > 0 || this.#waiting.length > 0) return;
    this.#socket.end();
    this.#finish();
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
    if (this.#draining || this.#closed || this.#resting) return;
    this.#delivering = true;
    while (this.#waiting.length > 0 && this.#idleLines < this.#limits.maxIdleLines && this.#mayTakeMore()) {
      const line = this.#waiting.shift();
      if (line && !this.#parse(line)) this.#idleLines++;
    }
    this.#delivering = false;
    if (this.#closed) return;
    if (this.#idleLines >= this.#limits.maxIdleLines) this.#rest();
    else if (this.#waiting.length > 0) this.#socket.pause();
    else this.#socket.resume();
    this.#endIfAnswered();
  }

  /** The kernel delivers megabytes at once; without a pause thousands of lines would be processed before anybody else's first. */
  #rest(): void {
    this.#resting = true;
    this.#socket.pause();
    setTimeout(() => {
      this.#resting = false;
      this.#idleLines = 0;
      this.#deliver();
    }, this.#limits.restMs);
  }

  #mayTakeMore(): boolean {
    const { maxInFlight, maxRequestBytes } = this.#limits;
    const hasPlace = this.#requests < maxInFlight && this.#requestBytes < maxRequestBytes;
    return hasPlace && !this.#closed && !this.#socket.writableNeedDrain;
  }

  /** Returns whether the line counts as a request in progress. */
  #parse(line: Buffer): boolean {
    const message = this.#decode(line);
    if (message === null) return false;
    this.#unreadable = 0;
    const asks = isJSONRPCRequest(message);
    if (asks) this.#begun(message.id, line.length);
    else this.#ended(cancelledRequest(message));
    this.onmessage?.(message);
    return asks;
  }

  #decode(line: Buffer): JSONRPCMessage | null {
    try {
      const text = UTF8.decode(line);
      if (text.trim() === '') return null;
      const message = parseJson(text);
      if (isMessage(message)) return withoutNullArguments(message);
      const what = 'Not a JSON-RPC 2.0 message: send one object with "jsonrpc": "2.0" per line.';
      this.#refuseLine(-32600, what, readableId(message));
    } catch (error) {
      const reason = error instanceof AppError ? toFailure(error).message : 'The line is not UTF-8.';
      this.#refuseLine(-32700, reason);
    }
    return null;
  }

  #write(message: object): boolean {
    const text = `${JSON.stringify(message)}\n`;
    if (this.#unreadBytes === 0) this.#readAt = performance.now();
    this.#unreadBytes += text.length;
    this.#share.add(text.length);
    return this.#socket.write(text, () => {
      this.#unreadBytes -= text.length;
      this.#readAt = performance.now();
      this.#share.add(-text.length);
      this.onread?.();
    });
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    if (this.#socket.writable) this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /** Each bad line is refused by itself; a client that sends nothing else is disconnected. */
  #refuseLine(code: number, message: string, id: string | number | null = null): void {
    if (++this.#unreadable <= this.#limits.maxUnreadable) {
      this.#refuse(code, message, id);
      return;
    }
    this.#refuse(
      -32600,
      `${this.#limits.maxUnreadable} lines one after the other were no message; the connection is closed.`,
    );
    this.close();
  }

  #begun(id: string | number, bytes: number): void {
    this.#inFlight.set(id, [...(this.#inFlight.get(id) ?? []), bytes]);
    this.#requests++;
    this.#requestBytes += bytes;
    this.#share.add(bytes);
  }

  #ended(id: string | number | undefined): void {
    const [bytes, ...others] = (id === undefined ? undefined : this.#inFlight.get(id)) ?? [];
    if (id === undefined || bytes === undefined) return;
    if (others.length === 0) this.#inFlight.delete(id);
    else this.#inFlight.set(id, others);
    this.#requests--;
    this.#requestBytes -= bytes;
    this.#share.add(-bytes);
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

/** Id of a request, if readable: its sender waits for an answer. */
function readableId(value: unknown): string | number | null {
  if (value === null || typeof value !== 'object' || !('method' in value) || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}

/** The SDK silently drops unknown messages, and their sender would wait for ever; so the SDK's own schemas decide. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

import { connect, type Socket } from 'node:net';
import type { Envelope } from '@twicewise/contract';
import type { HostInfo } from './data-folder.js';

/** A host as it describes itself, with the token that opens its doors. */
export type FoundHost = HostInfo & { token: string };

const LF = 0x0a;

/** An open connection to one host. It takes one question at a time. */
export class HostLink {
  readonly host: FoundHost;
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #answered: ((envelope: Envelope | null) => void) | null = null;

  private constructor(host: FoundHost, socket: Socket) {
    this.host = host;
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    socket.on('close', () => this.#answer(null));
  }

  /** Connects; null when nobody listens there. */
  static open(host: FoundHost): Promise<HostLink | null> {
    return new Promise((resolve) => {
      const socket = connect(host.control);
      // An error is followed by `close`, which says all that matters.
      socket.on('error', () => {});
      socket.once('close', () => resolve(null));
      socket.once('connect', () => resolve(new HostLink(host, socket)));
    });
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  /** Sends a message, a JSON object without its token. Null when the connection ends before the answer. */
  ask(message: string): Promise<Envelope | null> {
    this.#socket.ref();
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (!this.isOpen) this.#answer(null);
      else this.#socket.write(`{"token":${JSON.stringify(this.host.token)},${message.slice(1)}\n`);
    });
  }

  /** Lets the process end while nothing is asked. */
  rest(): void {
    this.#socket.unref();
  }

  /** Closes the connection at once; an answer that is on its way is not heard. */
  cutOff(): void {
    this.#socket.destroy();
    this.#answer(null);
  }

  /** Closes the connection; resolves when nothing of it is left open. */
  end(): Promise<void> {
    if (this.#socket.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.destroy();
    });
  }

  #hear(chunk: Buffer): void {
    this.#parts.push(chunk);
    if (!chunk.includes(LF)) return;
    const line = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    try {
      this.#answer(JSON.parse(line) as Envelope);
    } catch {
      this.cutOff();
    }
  }

  #answer(envelope: Envelope | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(envelope);
  }
}

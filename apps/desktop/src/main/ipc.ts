import {
  AppError,
  type Dispatch,
  MAX_JSON_DEPTH,
  MAX_KEY_LENGTH,
  MAX_REQUEST_BYTES,
  type OutputOf,
  type Position,
  parseJson,
  settle,
} from '@twicewise/contract';
import { type Host, person } from '@twicewise/host';
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { type Answer, CHANNELS, type Push } from '../bridge.ts';
import { isOurs } from './app-protocol.ts';

type Serve = (request: unknown[], sender: WebContents) => Promise<Answer>;

function refuse(message: string): never {
  throw new AppError({ code: 'refused', message, hint: 'Nothing was changed.' });
}

function invalid(message: string, reason?: 'too_large'): never {
  throw new AppError({ code: 'invalid_input', message, hint: 'Nothing was changed.', ...(reason ? { reason } : {}) });
}

/** Only the page of our own window may send requests, not a frame in it, nor a page to which it navigated. */
function requireOurPage({ sender, senderFrame }: IpcMainInvokeEvent): void {
  if (senderFrame === null || senderFrame !== sender.mainFrame || !isOurs(senderFrame.url))
    refuse('This page is not part of the app.');
}

function parseRequest(given: readonly unknown[]): unknown[] {
  const [text] = given;
  if (given.length !== 1 || typeof text !== 'string') invalid('A request is one JSON text.');
  if (Buffer.byteLength(text) > MAX_REQUEST_BYTES)
    invalid(`The request is larger than ${MAX_REQUEST_BYTES} bytes.`, 'too_large');
  // The request contains the operation's own input, which may use the full depth.
  const request = parseJson(text, MAX_JSON_DEPTH + 1);
  return Array.isArray(request) ? request : invalid('A request is a JSON list.');
}

/** Handles all requests: sender and request are checked first, and every failure is returned as an envelope. */
function answer(channel: string, serve: Serve): void {
  ipcMain.handle(channel, async (event, ...given: unknown[]) => {
    const settled = await settle(() => {
      requireOurPage(event);
      return serve(parseRequest(given), event.sender);
    });
    return settled.ok ? settled.value : settled;
  });
}

/** The door of the app's own window. Its host can be replaced, for example after one failed. */
export class IpcDoor {
  #host: Host | null = null;
  #unsubscribe = () => {};
  /** The newest state of the memory that was heard of: an answer to a call from now on is from it, or a newer one. */
  #position: Position | null = null;
  readonly #listeners = new Set<WebContents>();
  /** What a window is to be told once it listens. */
  readonly #early = new WeakMap<WebContents, Push[]>();

  constructor(native: Serve) {
    const caller = person('ipc');
    answer(CHANNELS.call, async ([name, input, key]) => {
      if (typeof name !== 'string') invalid('The first part of a call is the name of an operation.');
      if (key != null && (typeof key !== 'string' || key.length > MAX_KEY_LENGTH))
        invalid(`A key is a text of up to ${MAX_KEY_LENGTH} characters.`);
      const position = this.#position;
      const envelope = await this.#dispatch({ name, input, caller, key: key ?? undefined });
      return position === null ? envelope : { ...envelope, position };
    });
    answer(CHANNELS.subscribe, async (_request, sender) => {
      if (!this.#listeners.has(sender)) sender.once('destroyed', () => this.#listeners.delete(sender));
      this.#listeners.add(sender);
      await this.#greet([sender]);
      for (const push of this.#early.get(sender) ?? []) this.#send(sender, push);
      this.#early.delete(sender);
      return { ok: true, value: null };
    });
    answer(CHANNELS.native, native);
  }

  /** Uses this host from now on. */
  async use(host: Host): Promise<void> {
    this.#unsubscribe();
    this.#host = host;
    this.#position = null;
    this.#unsubscribe = host.events.subscribe((event) => {
      if (event.type !== 'change') return this.push({ kind: 'ended' });
      const { epoch, revision } = event.event;
      this.#position = { epoch, revision };
      this.push({ kind: 'change', change: event.event });
    });
    await this.#greet(this.#listeners);
  }

  /** Sends a message to every window. */
  push(push: Push): void {
    for (const contents of this.#listeners) this.#send(contents, push);
  }

  /** Sends a message to one window, as soon as it listens. */
  tell(contents: WebContents, push: Push): void {
    if (this.#listeners.has(contents)) this.#send(contents, push);
    else this.#early.set(contents, [...(this.#early.get(contents) ?? []), push]);
  }

  #send(contents: WebContents, push: Push): void {
    if (!contents.isDestroyed()) contents.send(CHANNELS.signal, push);
  }

  readonly #dispatch: Dispatch = async (request) =>
    this.#host?.dispatch(request) ?? refuse('The memory is not open yet.');

  async #greet(listeners: Iterable<WebContents>): Promise<void> {
    const status = await this.#dispatch({ name: 'host.status', input: {}, caller: person('ipc') });
    if (!status.ok) return;
    const { epoch, revision } = status.value as OutputOf<'host.status'>;
    this.#position ??= { epoch, revision };
    const hello: Push = { kind: 'hello', epoch, revision };
    for (const contents of listeners) this.#send(contents, hello);
  }
}

// The stdio bridge that agents launch. Plain JavaScript and Node's own modules only, so that it runs at once under
// whatever Node (18 or newer) the agent's machine has, packaged or not.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { KEY_META } from './key-meta.js';
import { splitLines } from './lines.js';

/**
 * @typedef {object} BridgeOptions
 * @property {() => { socket: string, token: string } | null} find Where the host listens and its token; null while there is none. Asked again for each attempt.
 * @property {() => void} startHost Starts a host in the background.
 * @property {string} cwd
 * @property {string | null} project
 * @property {NodeJS.ReadableStream} input
 * @property {NodeJS.WritableStream} output Only JSON-RPC lines are written here.
 * @property {(message: string) => void} log
 * @property {() => void} exit
 */

/** Pause between two attempts to connect, in milliseconds. */
const RETRY_MS = 25;
/** A host is started after this many failed attempts, and again each so many: enough for a hand-over to pass unnoticed. */
const FIRST_START = 2;
const START_EVERY = 200;
/** Without any host for this long, waiting requests are answered with an error instead of hanging. */
const GIVE_UP_MS = 30_000;
/** A little less than the host takes in one line, to leave room for the key; see CONNECTION_LIMITS. */
const MAX_LINE_BYTES = 1_048_576 - 1024;

/**
 * Carries lines between stdio and the socket. It keeps every unanswered request, connects again when the host dies or
 * changes hands, repeats the handshake (hiding the second answer) and then the rest. Tool calls carry a key, so that a
 * host that had done one already answers it from memory: nothing is lost and nothing happens twice.
 */
export class Bridge {
  /** @param {BridgeOptions} options */
  constructor(options) {
    this.options = options;
    this.uuid = randomUUID();
    /** @type {Map<string | number, string>} request id → line */
    this.unanswered = new Map();
    /** @type {{ id: string | number, line: string } | null} */
    this.initialize = null;
    /** @type {string | null} */
    this.initialized = null;
    /** @type {string | number | null} id of the repeated handshake whose answer is hidden */
    this.hidden = null;
    /** @type {net.Socket | null} */
    this.connection = null;
    this.connecting = false;
    this.calls = 0;
    this.ended = false;
    this.failures = 0;
    this.lostAt = Date.now();
  }

  /** Begins to carry. */
  start() {
    splitLines(this.options.input, (line) => this.fromAgent(line));
    this.options.input.on('end', () => this.end());
    this.options.input.on('close', () => this.end());
    this.options.output.on('error', () => this.options.exit());
    this.connect();
  }

  end() {
    this.ended = true;
    if (this.unanswered.size === 0) this.options.exit();
  }

  /** @param {string} line */
  fromAgent(line) {
    const message = parse(line);
    if (message === null) {
      this.say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'This line is not JSON.' } });
      return;
    }
    if (Buffer.byteLength(line) > MAX_LINE_BYTES) {
      this.refuseLong(message);
      return;
    }
    const sent = this.remember(message, line);
    if (this.connection) this.connection.write(`${sent}\n`);
    else this.connect();
  }

  /**
   * The host closes a connection that sends a longer line; repeating it would go on for ever.
   * @param {Message} message
   */
  refuseLong({ id }) {
    if (!isId(id)) return;
    const text = 'This call is larger than 1 MB; nothing was stored. Next step: send a shorter one.';
    this.say({ jsonrpc: '2.0', id, error: { code: -32602, message: text } });
  }

  /**
   * Notes what would have to be sent again, and answers the line to send.
   * @param {Message} message
   * @param {string} line
   */
  remember(message, line) {
    const { id, method } = message;
    if (method === 'notifications/initialized') this.initialized = line;
    if (method === 'notifications/cancelled') this.forget(message.params?.requestId);
    if (!isId(id) || method === undefined) return line;
    if (method === 'initialize') this.initialize = { id, line };
    const sent = method === 'tools/call' ? this.withKey(message) : line;
    this.unanswered.set(id, sent);
    return sent;
  }

  /** @param {Message} message */
  withKey(message) {
    const params = message.params ?? {};
    // Counted, not taken from the id: an agent may use an id again after a new handshake.
    const key = `${this.uuid}:${++this.calls}`;
    return JSON.stringify({
      ...message,
      params: { ...params, _meta: { ...params._meta, [KEY_META]: key } },
    });
  }

  /** @param {unknown} id */
  forget(id) {
    if (isId(id)) this.unanswered.delete(id);
    if (this.ended && this.unanswered.size === 0) this.options.exit();
  }

  /** @param {string} line */
  fromHost(line) {
    const message = parse(line);
    if (message === null) return;
    if (message.method === undefined && isId(message.id)) {
      if (message.id === this.hidden) {
        this.hidden = null;
        return;
      }
      // Answered before the connection broke, and asked again after it: the agent has had this one.
      if (!this.unanswered.delete(message.id)) return;
    }
    this.options.output.write(`${line}\n`);
    if (this.ended && this.unanswered.size === 0) this.options.exit();
  }

  connect() {
    if (this.connecting || this.connection) return;
    this.connecting = true;
    const host = this.options.find();
    if (!host) {
      this.retry();
      return;
    }
    const socket = net.connect(host.socket);
    socket.setNoDelay(true);
    socket.once('connect', () => this.opened(socket, host.token));
    socket.on('error', () => {});
    socket.once('close', () => {
      this.connection = null;
      this.retry();
    });
    splitLines(socket, (line) => this.fromHost(line));
  }

  /**
   * @param {net.Socket} socket
   * @param {string} token
   */
  opened(socket, token) {
    this.connecting = false;
    this.connection = socket;
    this.lostAt = 0;
    // A host was there: if it dies before its first line, the next one is to be started as soon as after any other.
    this.failures = 0;
    const { cwd, project } = this.options;
    socket.write(`${JSON.stringify({ token, client: `bridge ${this.uuid}`, session: this.uuid, cwd, project })}\n`);
    if (this.initialize && !this.unanswered.has(this.initialize.id)) {
      // A 2025 session lives in the connection, so it is opened again; the agent must not see a second answer.
      this.hidden = this.initialize.id;
      socket.write(`${this.initialize.line}\n`);
      if (this.initialized) socket.write(`${this.initialized}\n`);
    }
    for (const line of this.unanswered.values()) socket.write(`${line}\n`);
  }

  retry() {
    this.connecting = false;
    if (this.ended && this.unanswered.size === 0) {
      this.options.exit();
      return;
    }
    this.lostAt ||= Date.now();
    this.failures++;
    if (this.failures === FIRST_START || this.failures % START_EVERY === 0) this.options.startHost();
    if (Date.now() - this.lostAt > GIVE_UP_MS) this.giveUp();
    setTimeout(() => this.connect(), RETRY_MS);
  }

  giveUp() {
    this.lostAt = Date.now();
    const message =
      'Twicewise is not running and could not be started. Next step: run "twicewise doctor" in a terminal.';
    this.options.log(message);
    for (const id of this.unanswered.keys()) this.say({ jsonrpc: '2.0', id, error: { code: -32000, message } });
    this.unanswered.clear();
    if (this.ended) this.options.exit();
  }

  /** @param {object} message */
  say(message) {
    this.options.output.write(`${JSON.stringify(message)}\n`);
  }
}

/**
 * @typedef {{ id?: unknown, method?: string, params?: { requestId?: unknown, _meta?: object } }} Message
 */

/**
 * @param {string} line
 * @returns {Message | null}
 */
function parse(line) {
  try {
    const value = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  } catch {
    return null;
  }
}

/**
 * @param {unknown} id
 * @returns {id is string | number}
 */
function isId(id) {
  return typeof id === 'string' || typeof id === 'number';
}

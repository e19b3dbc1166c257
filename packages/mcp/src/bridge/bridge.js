// The stdio bridge that agents start. It is plain JavaScript and imports only Node's own modules, so that it runs without delay
// under any Node from 18 on, packaged or not.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { ENDED_METHOD, KEY_META } from './key-meta.js';
import { splitLines } from './lines.js';
import { isId, isRequest, isTooDeep, MAX_DEPTH, parseMessage } from './messages.js';

/** @typedef {import('./messages.js').Message} Message */

/**
 * A request that waits for its answer: its line, and how often a host broke off while it had it.
 * @typedef {{ line: string, breaks: number }} Kept
 */

/**
 * @typedef {object} BridgeOptions
 * @property {() => { socket: string, token: string } | null} find Where the host listens and its token; null while there is none. Asked again for each attempt.
 * @property {(failed: (reason: string) => void) => void} startHost Starts a host in the background; `failed` is called when it cannot start.
 * @property {string} doctor Command line that says how the memory is.
 * @property {string} cwd
 * @property {string | null} project
 * @property {'core' | 'full'} [profile] Which tools are offered; the core ones when it is left out.
 * @property {number} parent Process that launched the bridge: the agent.
 * @property {NodeJS.ReadableStream} input
 * @property {NodeJS.WritableStream} output Only JSON-RPC lines are written here.
 * @property {(message: string) => void} log
 * @property {() => void} exit
 */

/** Pause between two attempts to connect, in milliseconds. */
const RETRY_MS = 25;
/** Number of failed attempts after which a host is started; high enough not to start one during a hand-over. */
const FIRST_START = 2;
/** Number of failed attempts after which another one is started, again and again. */
const START_EVERY = 200;
/** After this long without a host, waiting requests get an error instead of hanging, in milliseconds. */
const GIVE_UP_MS = 30_000;
/**
 * Maximum line that the host accepts, in bytes: the same number as MAX_AGENT_MESSAGE_BYTES of the contract, which is not plain
 * JavaScript. The host closes a connection that sends more.
 */
export const MAX_LINE_BYTES = 1_048_576;
/** Maximum bytes of unanswered requests kept for repetition, and the overhead of each besides its text. */
const MAX_KEPT_BYTES = 67_108_864;
const COST_BYTES = 256;
/**
 * A request that was in progress each time when this many hosts ended without a hand-over gets an error. It may be what crashes
 * them, and repeating it would crash the next host for all agents.
 */
const MAX_BREAKS = 2;
/** How many requests of one connection a host works on at once; see CONNECTION_LIMITS. It has not read later ones. */
const MAX_IN_WORK = 32;
const BROKE_OFF =
  'Twicewise ended twice while it worked on this call, so it is not sent again; if it was to store something, that may have ' +
  'happened. Next step: look whether it did, and ask for less at once.';
/** How long to wait for answers after the agent has closed its side, in milliseconds. */
const LAST_ANSWERS_MS = 30_000;

/**
 * Forwards lines between stdio and the socket. It keeps every unanswered request. When the host dies or is replaced, it
 * reconnects, repeats the handshake (hiding the second answer) and then the requests. Tool calls carry an idempotency key, so
 * that a host that has already done one returns the stored answer: nothing is lost and nothing happens twice.
 */
export class Bridge {
  /** @param {BridgeOptions} options */
  constructor(options) {
    this.options = options;
    this.uuid = randomUUID();
    /** @type {Map<string | number, Kept>} request id → what is kept of it */
    this.unanswered = new Map();
    this.keptBytes = 0;
    /** @type {{ id: string | number, line: string } | null} */
    this.initialize = null;
    /** @type {string | null} */
    this.initialized = null;
    /** @type {string | number | null} id of the repeated handshake whose answer is hidden */
    this.hidden = null;
    /** @type {net.Socket | null} */
    this.connection = null;
    this.connecting = false;
    /** The host has announced its end: the next host answers what it leaves unanswered. */
    this.hostEnds = false;
    this.calls = 0;
    this.ended = false;
    this.failures = 0;
    this.lostAt = Date.now();
  }

  /** Begins to carry. */
  start() {
    splitLines(
      this.options.input,
      (line) => this.fromAgent(line),
      (problem) => this.refuse(null, problem === 'too long' ? -32600 : -32700, `This line is ${problem}.`),
    );
    this.options.input.on('end', () => this.end());
    this.options.input.on('close', () => this.end());
    this.options.output.on('error', () => this.options.exit());
    this.connect();
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    setTimeout(() => this.options.exit(), LAST_ANSWERS_MS).unref();
    this.exitWhenDone();
  }

  exitWhenDone() {
    if (this.ended && this.unanswered.size === 0) this.options.exit();
  }

  /** @param {string} line */
  fromAgent(line) {
    const message = parseMessage(line);
    if (message === null) {
      this.refuse(null, -32700, 'This line is not JSON.');
      return;
    }
    const id = isRequest(message) && isId(message.id) ? message.id : null;
    if (isRequest(message) && id === null) {
      this.refuse(null, -32600, 'The id of a request must be text or a whole number.');
      return;
    }
    if (isTooDeep(message)) {
      this.refuse(id, -32602, `This message is nested more than ${MAX_DEPTH} levels deep; nothing was stored.`);
      return;
    }
    const sent = message.method === 'tools/call' && id !== null ? this.withKey(message) : line;
    const problem = this.whyNotSent(sent);
    if (problem !== null) {
      if (id !== null) this.refuse(id, -32602, problem);
      return;
    }
    this.remember(message, id, sent);
    if (this.connection) this.connection.write(`${sent}\n`);
    else this.connect();
  }

  /**
   * The host closes a connection that sends a longer line, and repeating it would go on for ever.
   * @param {string} sent
   */
  whyNotSent(sent) {
    const bytes = Buffer.byteLength(sent);
    if (bytes > MAX_LINE_BYTES)
      return 'This call is larger than 1 MB; nothing was stored. Next step: send a shorter one.';
    if (this.keptBytes + bytes > MAX_KEPT_BYTES)
      return 'Too many calls wait for an answer; nothing was stored. Next step: send this one again later.';
    return null;
  }

  /**
   * Notes what would have to be sent again.
   * @param {Message} message
   * @param {string | number | null} id of a request
   * @param {string} sent
   */
  remember({ method, params }, id, sent) {
    if (method === 'notifications/initialized') this.initialized = sent;
    if (method === 'notifications/cancelled') this.forget(params?.requestId);
    if (id === null) return;
    if (method === 'initialize') this.initialize = { id, line: sent };
    this.release(id);
    this.unanswered.set(id, { line: sent, breaks: 0 });
    this.keptBytes += Buffer.byteLength(sent) + COST_BYTES;
  }

  /**
   * Keeps a request no longer; answers whether it was kept.
   * @param {string | number} id
   */
  release(id) {
    const kept = this.unanswered.get(id);
    if (kept === undefined) return false;
    this.keptBytes -= Buffer.byteLength(kept.line) + COST_BYTES;
    return this.unanswered.delete(id);
  }

  /** @param {Message} message */
  withKey(message) {
    const params = message.params ?? {};
    // A counter instead of the request id, which an agent may reuse after a new handshake.
    const key = `${this.uuid}:${++this.calls}`;
    return JSON.stringify({
      ...message,
      params: { ...params, _meta: { ...params._meta, [KEY_META]: key } },
    });
  }

  /** @param {unknown} id */
  forget(id) {
    if (isId(id)) this.release(id);
    this.exitWhenDone();
  }

  /** @param {string} line */
  fromHost(line) {
    const message = parseMessage(line);
    if (message === null) return;
    if (message.method === ENDED_METHOD) {
      this.hostEnds = true;
      return;
    }
    if (message.method === undefined && isId(message.id)) {
      if (message.id === this.hidden) {
        this.hidden = null;
        return;
      }
      // A repeated request that was answered before the connection broke: the agent has its answer already.
      if (!this.release(message.id)) return;
    }
    this.write(line);
    this.exitWhenDone();
  }

  /**
   * Pauses the host while the agent does not read.
   * @param {string} line
   */
  write(line) {
    const { output } = this.options;
    if (output.write(`${line}\n`) || !this.connection || this.connection.isPaused()) return;
    const paused = this.connection.pause();
    output.once('drain', () => paused.resume());
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
      if (this.connection && !this.hostEnds) this.countBreak();
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
    this.hostEnds = false;
    this.lostAt = 0;
    // A host was there: if it dies before its first line, the next one is to be started as soon as after any other.
    this.failures = 0;
    const { cwd, project, parent, profile } = this.options;
    const client = `bridge ${this.uuid}`;
    socket.write(`${JSON.stringify({ token, client, session: this.uuid, cwd, project, parent, profile })}\n`);
    if (this.initialize && !this.unanswered.has(this.initialize.id)) {
      // A 2025 session belongs to the connection, so the handshake is repeated; the agent must not see a second answer.
      this.hidden = this.initialize.id;
      socket.write(`${this.initialize.line}\n`);
      if (this.initialized) socket.write(`${this.initialized}\n`);
    }
    for (const { line } of this.unanswered.values()) socket.write(`${line}\n`);
  }

  /** The host ended without notice, possibly because of a request in progress. */
  countBreak() {
    for (const [id, kept] of [...this.unanswered].slice(0, MAX_IN_WORK)) {
      // Without an answer to its handshake an agent would close the whole connection.
      if (id === this.initialize?.id || ++kept.breaks < MAX_BREAKS) continue;
      this.release(id);
      this.refuse(id, -32000, `${BROKE_OFF} If it happens again, run this in a terminal: ${this.options.doctor}`);
    }
  }

  retry() {
    this.connecting = false;
    if (this.ended && this.unanswered.size === 0) {
      this.options.exit();
      return;
    }
    this.lostAt ||= Date.now();
    this.failures++;
    if (this.failures === FIRST_START || this.failures % START_EVERY === 0)
      this.options.startHost((reason) => this.giveUp(reason));
    if (Date.now() - this.lostAt > GIVE_UP_MS) this.giveUp();
    setTimeout(() => this.connect(), RETRY_MS);
  }

  /** @param {string} [reason] What the host said. */
  giveUp(reason) {
    if (this.connection) return;
    this.lostAt = Date.now();
    const why = reason === undefined ? '' : ` ${reason}`;
    const message = `Twicewise is not running and could not be started.${why} Next step: run this in a terminal: ${this.options.doctor}`;
    this.options.log(message);
    for (const id of [...this.unanswered.keys()]) {
      this.release(id);
      this.refuse(id, -32000, message);
    }
    this.exitWhenDone();
  }

  /**
   * @param {string | number | null} id
   * @param {number} code
   * @param {string} message
   */
  refuse(id, code, message) {
    this.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  }
}

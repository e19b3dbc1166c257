import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost, type HostInfo, runPaths } from '@twicewise/client/data-folder';
import { type Caller, type Dispatch, type OutputOf, type StoreHealth, shorten } from '@twicewise/contract';
import { FULL_PROFILE, type Hello, McpSocket, type ServerOptions, WorkBudget } from '@twicewise/mcp';
import { type DataLock, ownDataFolder, ownFolder, resolveFolderSoon } from '@twicewise/memory/host-side';
import { storePaths } from '@twicewise/store';
import { httpCaller, MAX_NAME } from './callers.ts';
import { mcpCommandLine } from './connect/mcp-command-line.ts';
import { ControlSocket } from './control-socket.ts';
import { EventHub } from './events.ts';
import { FileGuard } from './file-guard.ts';
import { AgentSessions } from './hooks/agent-sessions.ts';
import { answerHook } from './hooks/answer-hook.ts';
import { CopiedSessions } from './hooks/copied-sessions.ts';
import { RefusedCalls } from './hooks/refused-calls.ts';
import { HttpDoor } from './http/server.ts';
import { removeDeadCopy, standInFor } from './read-only-copy.ts';
import { readOrMakeToken, removeLastTraces, removeTraces, socketPaths, writeInfo } from './run-folder.ts';
import { lockOrTakeOver, type TakeOver } from './take-over.ts';
import { StoreWorker } from './worker-client.ts';

/** How a host was started: by a person, by a bridge in the background, or as the desktop app. */
export type HostKind = 'serve' | 'background' | 'desktop';

/** Choices of {@link createHost}. */
export interface HostOptions {
  data: string;
  kind: HostKind;
  /** HTTP port: 0 for any free one, null for none. */
  port: number | null;
  /** Folder of the built interface. */
  uiFolder: string | null;
  /** Script of the store worker: TypeScript in the checkout, JavaScript in a bundle. */
  workerUrl: URL;
  /** The entry that agents' programs should start, `twicewise.mjs`; default: this program's own. */
  entry?: string | undefined;
  /** A background host ends after this long without a client or job, in milliseconds. */
  idleEndMs?: number;
  /** Interval at which the host does due work and checks the files it depends on, in milliseconds. */
  tickMs?: number;
  takeOver?: TakeOver;
  /** Whether the thread of the store stays for the next host that this process creates, which is then ready at once. */
  keepsThread?: boolean;
  /** Key for the embedding server that the settings name; it is sent only there. */
  embeddingKey?: string | null;
  /** Whether the built-in model may be loaded (in its own thread, when first needed); default: no. */
  builtInModel?: boolean;
  log?: (message: string, error?: unknown) => void;
}

/** Why a host ended. */
export type EndReason = 'closed' | 'handed over' | 'idle' | 'failed';

/** A running host. */
export interface Host {
  readonly info: HostInfo;
  readonly token: string;
  readonly dispatch: Dispatch;
  readonly events: EventHub;
  readonly health: StoreHealth;
  /** Finishes running work, closes everything and frees the lock. */
  close(): Promise<void>;
  /** Resolves when the host has ended, with the reason. */
  readonly ended: Promise<EndReason>;
}

/** Another process is host of this folder. */
export interface Taken {
  taken: true;
  holder: HostInfo | null;
}

const IDLE_END_MS = 600_000;
/** Short enough that a deleted file is noticed within a minute. */
const TICK_MS = 20_000;
/**
 * How long requests in work may delay the end of a host, in milliseconds. A client that does not read, or a full check of
 * minutes, must not keep a new host waiting. A request that is cut off is not lost: the bridge repeats it with its key.
 */
const DRAIN_MS = 5000;

/**
 * Starts a host for a data folder, or names the one that is already running. Throws `refused` for a folder that is not safe to
 * use.
 */
export async function createHost(options: HostOptions): Promise<Host | Taken> {
  try {
    ownDataFolder(options.data);
    ownFolder(runPaths(options.data).run);
    const lock = await lockOrTakeOver(options.data, options.kind, options.takeOver ?? 'never');
    if (!lock) return { taken: true, holder: findHost(options.data) };
    await removeDeadCopy(options.data, options.log);
    return await RunningHost.start(options, options.data, lock, null);
  } catch (error) {
    const standIn = await standInFor(options, error);
    if (!standIn) return { taken: true, holder: findHost(options.data) };
    return RunningHost.start(options, standIn.folder, standIn.lock, standIn.database);
  }
}

type Connection = OutputOf<'host.status'>['connections'][number];

class RunningHost implements Host {
  readonly info: HostInfo;
  readonly token: string;
  readonly events = new EventHub();
  readonly ended: Promise<EndReason>;
  readonly #options: HostOptions;
  /** The folder that contains run/: the data folder, or its stand-in when that is read-only. */
  readonly #runData: string;
  readonly #lock: DataLock;
  readonly #epoch = randomUUID();
  readonly #connections = new Set<Connection>();
  /**
   * Maps the first line of a socket's connection to that connection. The client behind a bridge is known only from its first call
   * on.
   */
  readonly #connectionOf = new WeakMap<Hello, Connection>();
  readonly #agents = new AgentSessions();
  readonly #copies: CopiedSessions;
  readonly #refused = new RefusedCalls(() => performance.now());
  readonly #files = new FileGuard();
  readonly #budget = new WorkBudget();
  readonly #log: (message: string, error?: unknown) => void;
  #worker: StoreWorker | null = null;
  #mcp: McpSocket | null = null;
  #control: ControlSocket | null = null;
  #http: HttpDoor | null = null;
  #health: StoreHealth = { state: 'ready', message: '', hint: '', setAside: null };
  #busy = false;
  #idleTimer: NodeJS.Timeout | null = null;
  #tickTimer: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;
  #end: (reason: EndReason) => void = () => {};

  private constructor(options: HostOptions, runData: string, lock: DataLock) {
    this.#options = options;
    this.#runData = runData;
    this.#lock = lock;
    this.#copies = new CopiedSessions(storePaths(options.data).database);
    this.#log = options.log ?? (() => {});
    this.token = readOrMakeToken(runData);
    // Guarded right after the lock was taken: later, the files could be those of another host.
    const { run, lock: lockFile, token } = runPaths(runData);
    this.#files.keep(run, lockFile, token);
    const startedAt = new Date().toISOString();
    this.info = { pid: process.pid, kind: options.kind, startedAt, url: null, ...socketPaths(runData) };
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  static async start(
    options: HostOptions,
    runData: string,
    lock: DataLock,
    readOnlyCopy: string | null,
  ): Promise<RunningHost> {
    let host: RunningHost;
    try {
      host = new RunningHost(options, runData, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
    try {
      await host.#open(readOnlyCopy);
      return host;
    } catch (error) {
      // What was already opened must be closed, because this host has no lock.
      await host.#shutDown('failed');
      throw error;
    }
  }

  get health(): StoreHealth {
    return this.#health;
  }

  readonly dispatch: Dispatch = (request) => {
    if (!this.#worker) throw new Error('the host has no worker yet');
    return this.#worker.dispatch(request);
  };

  close(): Promise<void> {
    return this.#shutDown('closed');
  }

  async #open(readOnlyCopy: string | null): Promise<void> {
    const { data, embeddingKey = null, builtInModel = false, entry } = this.#options;
    const setup = { paths: storePaths(data), readOnlyCopy, embeddingKey, builtInModel, facts: this.#facts(), entry };
    const { worker, health } = await StoreWorker.start(this.#options.workerUrl, setup, {
      event: (event) => this.events.emit({ type: 'change', event: { epoch: this.#epoch, ...event } }),
      busy: (busy) => this.#noteBusy(busy),
      log: (message) => this.#log(message),
      died: (error) => {
        this.#log('the store worker died', error);
        this.#mcp?.cutOff();
        this.#shutDown('failed');
      },
    });
    this.#worker = worker;
    this.#health = health;
    removeTraces(this.#runData, this.info);
    await this.#listen();
    writeInfo(this.#runData, this.info);
    this.#guardTraces();
    this.#tickTimer = setInterval(() => this.#tick(worker), this.#options.tickMs ?? TICK_MS);
    this.#tickTimer.unref();
    worker.tick();
    this.#watchIdle();
  }

  /** Guards the files in the run folder in which this host describes itself. It can write them again. */
  #guardTraces(): void {
    this.#files.keep(runPaths(this.#runData).info);
    if (process.platform !== 'win32') this.#files.keep(this.info.socket, this.info.control);
  }

  #tick(worker: StoreWorker): void {
    worker.tick();
    this.#missFiles().catch((error) => this.#log('files of the run folder could not be looked at', error));
  }

  /**
   * Restores the missing files that can be restored. Ends this host if the run folder, the lock or the token was deleted or
   * replaced: another host may have the folder, and a deleted token must no longer give access.
   */
  async #missFiles(): Promise<void> {
    if (this.#closing) return;
    const { run, lock, token, info } = runPaths(this.#runData);
    const fatal = [run, lock, token].find((path) => !this.#files.has(path));
    if (fatal !== undefined) {
      this.#log(`${fatal} was deleted or replaced; this host ends, and the next one begins with its own`);
      await this.#shutDown('failed');
      return;
    }
    const { socket, control } = this.info;
    const lost = [info, socket, control].filter((path) => !this.#files.has(path));
    if (lost.length === 0) return;
    this.#log(`${lost.join(', ')} was deleted; it is put back`);
    if (lost.includes(socket)) await this.#mcp?.listenAgain();
    if (lost.includes(control)) await this.#control?.listenAgain();
    writeInfo(this.#runData, this.info);
    this.#guardTraces();
  }

  async #listen(): Promise<void> {
    this.#mcp = new McpSocket({
      path: this.info.socket,
      token: this.token,
      budget: this.#budget,
      log: this.#log,
      serverFor: async (hello) =>
        this.#serverFor(hello, hello.session ?? `${hello.client ?? 'socket'} ${randomUUID()}`, await projectOf(hello)),
      connected: (hello) => this.#connected(hello),
    });
    await this.#mcp.listen();
    this.#control = new ControlSocket({
      path: this.info.control,
      token: this.token,
      dispatch: this.dispatch,
      budget: this.#budget,
      hook: (request) => {
        const memory = { sessions: this.#agents, copies: this.#copies, refused: this.#refused };
        return answerHook(request, this.dispatch, memory);
      },
      handOver: (to) => this.#shutDown('handed over', to),
    });
    await this.#control.listen();
    if (this.#options.port !== null) await this.#openHttp(this.#options.port);
  }

  async #openHttp(port: number): Promise<void> {
    this.#http = new HttpDoor({
      port,
      token: this.token,
      dispatch: this.dispatch,
      budget: this.#budget,
      events: this.events,
      position: () => ({ epoch: this.#epoch, revision: this.#worker?.revision ?? 0 }),
      callerOf: httpCaller,
      mcp: ({ session, userAgent }) => this.#serverFor({ client: userAgent ?? 'http' }, session, null),
      uiFolder: this.#options.uiFolder,
      filesFolder: runPaths(this.#runData).files,
      log: this.#log,
    });
    await this.#http.listen();
    this.info.url = `http://127.0.0.1:${this.#http.port}`;
  }

  #serverFor(hello: Hello, session: string | null, project: Caller['project']): ServerOptions {
    return {
      dispatch: this.dispatch,
      log: this.#log,
      ...(hello.profile === 'full' ? { profile: FULL_PROFILE } : {}),
      callerOf: (client) => {
        this.#name(hello, client?.name);
        return {
          door: 'mcp',
          author: { kind: 'agent', name: shorten(client?.name ?? 'agent', MAX_NAME) },
          client: shorten(client ? `${client.name} ${client.version}` : (hello.client ?? 'unnamed'), MAX_NAME),
          session: (hello.parent == null ? null : this.#agents.find(hello.parent, project)) ?? session,
          project,
        };
      },
    };
  }

  #connected(hello: Hello): () => void {
    const client = hello.client == null || hello.client.startsWith('bridge ') ? null : hello.client;
    const project = hello.project ?? hello.cwd ?? null;
    const connection: Connection = { door: 'mcp', client, project, since: new Date().toISOString() };
    this.#connections.add(connection);
    this.#connectionOf.set(hello, connection);
    this.#worker?.tell(this.#facts());
    this.#watchIdle();
    return () => {
      this.#connections.delete(connection);
      this.#worker?.tell(this.#facts());
      this.#watchIdle();
    };
  }

  /** Notes a client's name, which comes in its handshake or with each request. */
  #name(hello: Hello, name: string | undefined): void {
    const connection = this.#connectionOf.get(hello);
    if (!connection || name === undefined || connection.client === shorten(name, MAX_NAME)) return;
    connection.client = shorten(name, MAX_NAME);
    this.#worker?.tell(this.#facts());
  }

  #facts() {
    return {
      pid: process.pid,
      epoch: this.#epoch,
      startedAt: this.info.startedAt,
      dataFolder: this.#options.data,
      connectCommand: mcpCommandLine(this.#options.data, this.#options.entry),
      connections: [...this.#connections],
    };
  }

  #noteBusy(busy: boolean): void {
    this.#busy = busy;
    this.#watchIdle();
  }

  /** Only a background host ends by itself, so that no process is left that nobody needs. */
  #watchIdle(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    if (this.#options.kind !== 'background' || this.#connections.size > 0 || this.#busy || this.#closing) return;
    this.#idleTimer = setTimeout(() => this.#shutDown('idle'), this.#options.idleEndMs ?? IDLE_END_MS);
  }

  #shutDown(reason: EndReason, to: string | null = null): Promise<void> {
    this.#closing ??= this.#drain(reason, to);
    return this.#closing;
  }

  async #drain(reason: EndReason, to: string | null): Promise<void> {
    if (this.#tickTimer) clearInterval(this.#tickTimer);
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.events.emit({ type: 'ended', to });
    try {
      await this.#answerLast();
      await this.#worker?.close(this.#options.keepsThread);
    } finally {
      // Also when closing failed: others wait for the folder. If the lock file was replaced, the files may be another host's.
      if (this.#files.has(runPaths(this.#runData).lock)) removeLastTraces(this.#runData, this.info, this.#log);
      try {
        this.#lock.release();
      } finally {
        this.#end(reason);
      }
    }
  }

  /** Lets every door answer the requests it received; resolves after {@link DRAIN_MS} at the latest. */
  async #answerLast(): Promise<void> {
    const patience = new AbortController();
    const tooLong = wait(DRAIN_MS, undefined, { signal: patience.signal }).then(
      () => {
        this.#mcp?.cutOff();
        this.#http?.cutOff();
      },
      () => {},
    );
    await Promise.race([Promise.all([this.#control?.drain(), this.#mcp?.drain(), this.#http?.drain()]), tooLong]);
    patience.abort();
  }
}

/** The project of a connection: the one it names, else the one of its working folder. */
async function projectOf({ project, cwd }: Hello): Promise<Caller['project']> {
  if (project != null) return { reference: project };
  return cwd == null ? null : { folder: await resolveFolderSoon(cwd) };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { HOST_FLAGS } from '@twicewise/client/own-node';
import { createClient } from '@twicewise/contract';
import type { HostProcess, Ready } from './host-process.ts';
import type { Told } from './hosts-in-turn.ts';
import { httpSend } from './http.ts';
import { atHome } from './surroundings.ts';
import { tempFolder } from './temp-folder.ts';

/** A host with an empty memory, and the home that its process was started in. */
export interface PooledHost {
  host: HostProcess;
  home: string;
}

const SCRIPT = join(import.meta.dirname, 'hosts-in-turn.ts');

/** How long a host may take to close before its process is replaced, in milliseconds. */
const CLOSE_MS = 2000;
/** How long one may take to open; the first loads its program, too. */
const OPEN_MS = 30_000;

/** A process that is one host after another. */
class HostsInTurn {
  readonly #home = tempFolder('home');
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  /** Rejects when the process ends. */
  readonly #gone: Promise<never>;
  #complaints = '';
  #data: ReturnType<typeof tempFolder> | null = null;
  #port = 0;

  constructor() {
    this.#child = spawn(process.execPath, [...HOST_FLAGS, SCRIPT], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: atHome(this.#home.path),
    });
    this.#child.stderr?.on('data', (part: Buffer) => (this.#complaints += part.toString()));
    // The end of the process says what there is to say.
    this.#child.stdin?.on('error', () => {});
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    this.#gone = once(this.#child, 'exit').then(() => {
      throw new Error(`the process of the hosts ended: ${this.#complaints}`);
    });
    this.#gone.catch(() => {});
  }

  /** A host with an empty memory, whose port is that of the one before unless that is taken. */
  async open(): Promise<PooledHost> {
    this.#data = tempFolder('host');
    this.#complaints = '';
    const told = this.#tell({ open: { data: this.#data.path, port: this.#port } });
    const ready = (await Promise.race([told, wait(OPEN_MS, null, { ref: false })])) as Ready | null;
    if (ready === null) throw new Error(`no host was ready after ${OPEN_MS} ms: ${this.#complaints}`);
    this.#port = Number(new URL(ready.api).port);
    const send = httpSend(ready.api, ready.token);
    const stop = async () => {
      await this.#kill('SIGTERM');
      return this.#child.exitCode;
    };
    const host = {
      ready,
      child: this.#child,
      send,
      client: createClient(send),
      stderr: () => this.#complaints,
      stop,
      kill: () => this.#kill('SIGKILL'),
    };
    return { host, home: this.#home.path };
  }

  /** Closes the host and removes what its test left. False if the process cannot be used for another. */
  async close(): Promise<boolean> {
    const closed = await Promise.race([this.#tell({ close: true }), wait(CLOSE_MS, null, { ref: false })]);
    if (closed === null) return false;
    for (const name of readdirSync(this.#home.path)) rmSync(join(this.#home.path, name), { recursive: true });
    this.#data?.remove();
    return true;
  }

  /** Ends the process. */
  async end(): Promise<void> {
    await this.#kill('SIGKILL');
    this.#lines.close();
    this.#home.remove();
    this.#data?.remove();
  }

  async #tell(told: Told): Promise<object> {
    const answered = new Promise<string>((resolve) => this.#lines.once('line', resolve));
    this.#child.stdin?.write(`${JSON.stringify(told)}\n`);
    return JSON.parse(await Promise.race([answered, this.#gone]));
  }

  async #kill(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
  }
}

/**
 * Provides a worker's tests with hosts, each with an empty memory and home that nothing is left in. One process is all of them in
 * turn (docs/adr/0068). Their port stays the same, because Chromium
 * keeps compiled code by address, and would compile the page anew for each test.
 */
export class HostPool {
  #hosts: HostsInTurn | null = null;
  #closing: Promise<unknown> = Promise.resolve();

  /** A host for one test, which ends with `giveBack`; a pool has one at a time. Rejects when none can be started. */
  async take(): Promise<PooledHost & { giveBack: () => void }> {
    await this.#closing;
    this.#hosts ??= new HostsInTurn();
    const hosts = this.#hosts;
    const giveBack = () => {
      this.#closing = this.#close(hosts);
    };
    try {
      return { ...(await hosts.open()), giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Ends the process of the hosts. */
  async close(): Promise<void> {
    await this.#closing;
    await this.#hosts?.end();
    this.#hosts = null;
  }

  /** Runs in the background, because a test need not wait for it. */
  async #close(hosts: HostsInTurn): Promise<void> {
    if (await hosts.close().catch(() => false)) return;
    this.#hosts = null;
    await hosts.end();
  }
}

import { AppError } from '@twicewise/contract';
import { type HostProcess, startHost } from './host-process.ts';
import { atHome } from './surroundings.ts';
import { tempFolder } from './temp-folder.ts';

/** A host with an empty memory, and the home that its process was started in. */
export interface PooledHost {
  host: HostProcess;
  home: string;
}

interface Started extends PooledHost {
  remove: () => void;
}

async function start(port: number): Promise<Started> {
  const home = tempFolder('home');
  try {
    const host = await startHost({ args: ['--port', String(port)], spawn: { env: atHome(home.path) } });
    return { host, home: home.path, remove: home.remove };
  } catch (error) {
    home.remove();
    throw error;
  }
}

const portOf = ({ ready }: HostProcess) => Number(new URL(ready.api).port);

/**
 * Provides unused hosts, and starts the next one while a test uses the last, because a short test would otherwise spend most of
 * its time waiting for a host. Each host is a process with its own data folder and home and is used once, so that nothing a test
 * leaves behind can affect another. Its port is that of a host that has ended: Chromium keeps compiled code by address, and would
 * compile the page anew for each test.
 */
export class HostPool {
  #next: Promise<Started> | null = null;
  readonly #ending = new Set<Promise<unknown>>();
  /** Ports of hosts that have ended. */
  readonly #ports: number[] = [];

  /** A host for one test; {@link PooledHost} ends with `giveBack`. Rejects when none can be started. */
  async take(): Promise<PooledHost & { giveBack: () => void }> {
    const ready = this.#next ?? this.#start();
    const startNext = () => this.#start();
    // If the start fails, the next `take` reports it.
    this.#next = ready.then(startNext, startNext);
    this.#next.catch(() => {});
    const taken = await ready;
    return { host: taken.host, home: taken.home, giveBack: () => this.#end(taken) };
  }

  /** Ends the host that nobody took, and waits for all. */
  async close(): Promise<void> {
    const unused = await this.#next?.catch(() => null);
    if (unused) this.#end(unused);
    await Promise.all(this.#ending);
  }

  async #start(): Promise<Started> {
    // A host that was given back just now frees its port in a moment.
    await Promise.all(this.#ending);
    const port = this.#ports.pop();
    if (port === undefined) return start(0);
    try {
      return await start(port);
    } catch (error) {
      // Another process of the machine may have got the port meanwhile.
      if (error instanceof AppError && error.code === 'unavailable') return start(0);
      throw error;
    }
  }

  /** Runs in the background, because the next test need not wait for it. Killed, because nobody reads what it would save. */
  #end({ host, remove }: Started): void {
    const ended = host.kill().finally(remove);
    this.#ending.add(ended);
    ended.then(() => {
      this.#ending.delete(ended);
      this.#ports.push(portOf(host));
    });
  }
}

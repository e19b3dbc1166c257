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

async function start(): Promise<Started> {
  const home = tempFolder('home');
  try {
    const host = await startHost({ spawn: { env: atHome(home.path) } });
    return { host, home: home.path, remove: home.remove };
  } catch (error) {
    home.remove();
    throw error;
  }
}

/**
 * Provides unused hosts, and starts the next one while a test uses the last, because a short test would otherwise spend most of
 * its time waiting for a host. Each host is a process with its own data folder and home and is used once, so that nothing a test
 * leaves behind can affect another.
 */
export class HostPool {
  #next: Promise<Started> | null = null;
  readonly #ending = new Set<Promise<unknown>>();

  /** A host for one test; {@link PooledHost} ends with `giveBack`. Rejects when none can be started. */
  async take(): Promise<PooledHost & { giveBack: () => void }> {
    const ready = this.#next ?? start();
    // If the start fails, the next `take` reports it.
    this.#next = ready.then(start, start);
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

  /** Runs in the background, because the next test need not wait for it. Killed, because nobody reads what it would save. */
  #end({ host, remove }: Started): void {
    const ended = host.kill().finally(remove);
    this.#ending.add(ended);
    ended.then(() => this.#ending.delete(ended));
  }
}

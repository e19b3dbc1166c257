import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Processes that were started in a home, according to their environment; none where the system does not show it (macOS, Windows).
 */
function startedIn(home: string): number[] {
  if (process.platform !== 'linux') return [];
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
    } catch {
      // It has ended in the meantime, or belongs to another person.
      return false;
    }
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Ends processes that clients left running in a home: their own servers, and hosts that a hook or bridge started. */
export async function endLeftOvers(home: string): Promise<void> {
  for (const pid of startedIn(home)) signal(pid, 'SIGTERM');
  for (let waited = 0; waited < 20 && startedIn(home).length > 0; waited++) await wait(100);
  for (const pid of startedIn(home)) signal(pid, 'SIGKILL');
}

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Processes that were started in a home, by what their environment says; none where the system does not tell (macOS, Windows). */
function startedIn(home: string): number[] {
  if (process.platform !== 'linux') return [];
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
    } catch {
      // It has ended meanwhile, or is another person's.
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

/** Ends what clients left running in a home: servers of their own, and hosts that a hook or bridge started. */
export async function endLeftOvers(home: string): Promise<void> {
  for (const pid of startedIn(home)) signal(pid, 'SIGTERM');
  for (let waited = 0; waited < 20 && startedIn(home).length > 0; waited++) await wait(100);
  for (const pid of startedIn(home)) signal(pid, 'SIGKILL');
}

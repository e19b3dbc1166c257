import type { Backup, OutputOf } from '@twicewise/contract';
import { backupIdentity, type CheckResult, listBackups, type StorePaths } from '@twicewise/store';
import type { SecondThread } from './second-thread.ts';

/** Runs the full check of each backup once: a check reads the whole file, and a backup never changes. */
export class BackupChecks {
  readonly #paths: StorePaths;
  readonly #secondThread: Pick<SecondThread, 'checkBackup'>;
  readonly #known = new Map<string, Promise<CheckResult>>();

  constructor(paths: StorePaths, secondThread: Pick<SecondThread, 'checkBackup'>) {
    this.#paths = paths;
    this.#secondThread = secondThread;
  }

  /**
   * The result of the full check. Concurrent requests share one check; a check that failed to run is forgotten, so it can be
   * retried.
   */
  of(backup: Backup): Promise<CheckResult> {
    const identity = backupIdentity(backup);
    const known = this.#known.get(identity);
    if (known) return known;
    const check = this.#secondThread.checkBackup(backup.name);
    this.#known.set(identity, check);
    check.catch(() => this.#known.delete(identity));
    return check;
  }

  /** The newest backup that passes, and the newer ones that fail. Older backups are not checked. */
  async recommend(): Promise<OutputOf<'backup.recommend'>> {
    const passedOver: OutputOf<'backup.recommend'>['passedOver'] = [];
    for (const backup of listBackups(this.#paths)) {
      const { ok, total, problems } = await this.of(backup).catch(notChecked);
      if (ok) return { backup, passedOver };
      passedOver.push({ backup, total, problems: problems.slice(0, 1) });
    }
    return { backup: null, passedOver };
  }
}

/** The result for a backup that cannot be read now. It is not recommended, but the next request checks it again. */
function notChecked(error: unknown): Pick<CheckResult, 'ok' | 'total' | 'problems'> {
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, total: 1, problems: [`it could not be checked: ${why}`] };
}

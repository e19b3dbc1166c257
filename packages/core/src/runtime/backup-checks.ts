import type { Backup, OutputOf } from '@twicewise/contract';
import { backupIdentity, type CheckResult, listBackups, type StorePaths } from '@twicewise/store';
import type { Maintenance } from './surroundings.ts';

/** Full checks of backups, each done once: a backup does not change, and the check reads all of it. */
export class BackupChecks {
  readonly #paths: StorePaths;
  readonly #maintenance: Pick<Maintenance, 'checkBackup'>;
  readonly #known = new Map<string, Promise<CheckResult>>();

  constructor(paths: StorePaths, maintenance: Pick<Maintenance, 'checkBackup'>) {
    this.#paths = paths;
    this.#maintenance = maintenance;
  }

  /** What the full check says of a backup. A request during the check waits for the same one; a check that failed is forgotten. */
  of(backup: Backup): Promise<CheckResult> {
    const identity = backupIdentity(backup);
    const known = this.#known.get(identity);
    if (known) return known;
    const check = this.#maintenance.checkBackup(backup.name);
    this.#known.set(identity, check);
    check.catch(() => this.#known.delete(identity));
    return check;
  }

  /** The newest backup that passes, and the newer ones that do not. Older ones are not looked at. */
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

/** One that cannot be looked at now is not recommended; it may be the next time. */
function notChecked(error: unknown): Pick<CheckResult, 'ok' | 'total' | 'problems'> {
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, total: 1, problems: [`it could not be checked: ${why}`] };
}

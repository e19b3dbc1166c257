import { lastCheckedAt, listBackups, newestOperationAt, readSettings } from '@twicewise/store';
import type { Services } from './services.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Regular maintenance: a rolling backup when something changed, and full checks. */
export class Upkeep {
  readonly #services: Services;
  #checkedAfterUncleanEnd = false;
  #working = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Runs what is due. A failure is logged and retried next time; it never interrupts other work. */
  async run(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      if (this.#isBackupDue()) {
        await this.#services.secondThread.backup('scheduled');
        this.#services.announce({ store: [] });
      }
      if (this.#isCheckDue()) await this.#check();
    } catch (error) {
      this.#services.log('upkeep failed', error);
    } finally {
      this.#working = false;
    }
  }

  #isBackupDue(): boolean {
    const changedAt = newestOperationAt(this.#services.db());
    if (changedAt === null) return false;
    const now = this.#services.now();
    // Ignores a backup that a wrong clock dated into the future; otherwise no backup would be due until then.
    const newest = listBackups(this.#services.paths).find(({ createdAt }) => Date.parse(createdAt) <= now);
    if (!newest) return true;
    const pause = readSettings(this.#services.db())['backup.everyMinutes'] * MINUTE;
    return changedAt >= newest.createdAt && now - Date.parse(newest.createdAt) >= pause;
  }

  /** A check is due at once after an unclean shutdown, otherwise daily, but not while nothing was ever written. */
  #isCheckDue(): boolean {
    if (this.#services.wasUnclean() && !this.#checkedAfterUncleanEnd) return true;
    if (newestOperationAt(this.#services.db()) === null) return false;
    return Math.abs(this.#services.now() - lastCheckedAt(this.#services.db())) >= DAY;
  }

  async #check(): Promise<void> {
    this.#checkedAfterUncleanEnd = true;
    const result = await this.#services.secondThread.check();
    this.#services.noteCheck(result);
    this.#services.announce({ store: [] });
    if (!result.ok) this.#services.log(`the check found ${result.total} problems: ${result.problems.join('; ')}`);
  }
}

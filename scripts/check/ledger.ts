import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';

/** A request with a token that nothing else has: counting rows would not tell a lost one from a doubled other one. */
export interface Ticket {
  token: string;
  key: string;
  acknowledged: boolean;
}

/** What a memory holds of the tokens that were issued. */
export interface Audit {
  acknowledged: number;
  /** Acknowledged and not there. */
  lost: number;
  /** There more than once, acknowledged or not. */
  doubled: number;
  /** Not `ok` from SQLite's integrity check. */
  broken: string[];
}

/** Tokens issued to one memory, and which of them were acknowledged. */
export class Ledger {
  readonly tickets: Ticket[] = [];
  /** Tickets that were acknowledged, once each. */
  acknowledged = 0;

  issue(): Ticket {
    const ticket = { token: `token ${randomUUID()}`, key: randomUUID(), acknowledged: false };
    this.tickets.push(ticket);
    return ticket;
  }

  acknowledge(ticket: Ticket): void {
    if (!ticket.acknowledged) this.acknowledged++;
    ticket.acknowledged = true;
  }

  /** Tickets whose answer never came. */
  get unanswered(): Ticket[] {
    return this.tickets.filter(({ acknowledged }) => !acknowledged);
  }

  /** Compares with the file. The host may run: a reader in WAL mode disturbs nobody. */
  audit(path: string): Audit {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      const rows = db.prepare('SELECT task, COUNT(*) AS n FROM reflection GROUP BY task').all();
      const found = new Map((rows as { task: string; n: number }[]).map(({ task, n }) => [task, n]));
      const check = db.pragma('integrity_check', { simple: true });
      const count = (test: (ticket: Ticket, there: number) => boolean) =>
        this.tickets.filter((ticket) => test(ticket, found.get(ticket.token) ?? 0)).length;
      return {
        acknowledged: this.acknowledged,
        lost: count(({ acknowledged }, there) => acknowledged && there === 0),
        doubled: count((_, there) => there > 1),
        broken: check === 'ok' ? [] : [String(check)],
      };
    } finally {
      db.close();
    }
  }
}

/** A lesson around a token. */
export function lessonFor(token: string): object {
  return {
    taskDescription: token,
    outcome: 'failure',
    whatWorked: ['reading the log first'],
    whatDidNotWork: ['raising the timeout'],
    nextStrategy: 'write the failing test before the fix',
    tags: ['check'],
  };
}

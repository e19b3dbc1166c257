import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';

/** A request with a unique token. Counting rows would not be enough: one lost and another stored twice would look right. */
export interface Ticket {
  token: string;
  key: string;
  acknowledged: boolean;
}

/** What a memory contains of the tokens that were issued. */
export interface Audit {
  acknowledged: number;
  /** Acknowledged but missing. */
  lost: number;
  /** Stored more than once, acknowledged or not. */
  doubled: number;
  /** Results of SQLite's integrity check other than `ok`. */
  broken: string[];
}

/** The tokens issued to one memory, and which of them were acknowledged. */
export class Ledger {
  readonly tickets: Ticket[] = [];
  /** Number of tickets that were acknowledged. */
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

  /** Tickets without an answer. */
  get unanswered(): Ticket[] {
    return this.tickets.filter(({ acknowledged }) => !acknowledged);
  }

  /** Compares with the file. The host may be running: in WAL mode a reader does not disturb it. */
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

/** A lesson that contains a token. */
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

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStopWord } from '@twicewise/search';
import Database from 'better-sqlite3';

// What a competent program without our architecture would do: one table, one FTS5 table, one transaction per lesson. It has no
// operations log, no undo, no redaction, no idempotency keys, and no records for projects or sessions.

/** A lesson in the form that the plain program takes. */
export interface PlainLesson {
  id?: string | undefined;
  projectId?: string | undefined;
  sessionId?: string | undefined;
  taskDescription: string;
  attemptNumber?: number | undefined;
  outcome: string;
  whatWorked?: string[] | undefined;
  whatDidNotWork?: string[] | undefined;
  nextStrategy?: string | undefined;
  tags?: string[] | undefined;
  relatedEntityIds?: string[] | undefined;
  createdAt?: string | undefined;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS lesson (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project TEXT NOT NULL, session TEXT, task TEXT NOT NULL,
  attempt INTEGER NOT NULL, outcome TEXT NOT NULL, worked TEXT NOT NULL, failed TEXT NOT NULL, next TEXT NOT NULL,
  tags TEXT NOT NULL, entities TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS lesson_by_time ON lesson (created_at, seq);
CREATE INDEX IF NOT EXISTS lesson_by_project ON lesson (project, created_at, seq);
CREATE INDEX IF NOT EXISTS lesson_by_session ON lesson (session, created_at, seq);
CREATE VIRTUAL TABLE IF NOT EXISTS lesson_text USING fts5(task, worked, failed, next, tags, tokenize='porter');
`;

interface Row {
  seq: number;
  worked: string;
  failed: string;
  tags: string;
  entities: string;
  created_at: string;
}

function toLesson(row: unknown): Record<string, unknown> & { seq: number; created_at: string } {
  const { worked, failed, tags, entities, ...rest } = row as Row;
  return {
    ...rest,
    worked: JSON.parse(worked),
    failed: JSON.parse(failed),
    tags: JSON.parse(tags),
    entities: JSON.parse(entities),
  };
}

/** Maximum number of words in a query, the same as ours. */
const MAX_WORDS = 32;

/** Turns the words of a text into an FTS5 query for any of them, without stop words. */
function matchOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const wanted = [...new Set(words)].filter((word) => !isStopWord(word)).slice(0, MAX_WORDS);
  return wanted.map((word) => `"${word}"`).join(' OR ');
}

/** Lessons per transaction of an import; other work can run between two transactions. */
const CHUNK = 500;

/** The plain program without its door. */
export class PlainStore {
  readonly #db: Database.Database;
  readonly #row: Database.Statement;
  readonly #text: Database.Statement;
  readonly #get: Database.Statement;
  readonly #recent: Database.Statement;
  readonly #page: Database.Statement;
  readonly #search: Database.Statement;
  readonly #outcomes: Database.Statement;
  readonly #latest: Database.Statement;
  readonly #one: (lesson: PlainLesson) => string;
  readonly #many: (lessons: PlainLesson[]) => void;

  constructor(path: string) {
    this.#db = new Database(path);
    this.#db.pragma('journal_mode = WAL');
    this.#db.pragma('synchronous = FULL');
    this.#db.pragma('busy_timeout = 5000');
    this.#db.exec(SCHEMA);
    this.#row = this.#db.prepare('INSERT INTO lesson VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#text = this.#db.prepare(
      'INSERT INTO lesson_text (rowid, task, worked, failed, next, tags) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#get = this.#db.prepare('SELECT * FROM lesson WHERE id = ?');
    this.#recent = this.#db.prepare(
      'SELECT * FROM lesson WHERE project = ? ORDER BY created_at DESC, seq DESC LIMIT ?',
    );
    this.#page = this.#db.prepare(
      'SELECT * FROM lesson WHERE (created_at, seq) < (?, ?) ORDER BY created_at DESC, seq DESC LIMIT ?',
    );
    this.#search = this.#db.prepare(
      `SELECT l.* FROM lesson_text t JOIN lesson l ON l.seq = t.rowid
        WHERE lesson_text MATCH ? AND (? IS NULL OR l.project = ?)
        ORDER BY bm25(lesson_text, 5, 1, 1, 1, 1) LIMIT ?`,
    );
    this.#outcomes = this.#db.prepare('SELECT outcome, COUNT(*) AS n FROM lesson WHERE project = ? GROUP BY outcome');
    this.#latest = this.#db.prepare(
      'SELECT * FROM lesson WHERE project = ? AND outcome = ? ORDER BY created_at DESC, seq DESC LIMIT 20',
    );
    this.#one = this.#db.transaction((lesson: PlainLesson) => this.#insert(lesson)).immediate;
    this.#many = this.#db.transaction((lessons: PlainLesson[]) => {
      for (const lesson of lessons) this.#insert(lesson);
    }).immediate;
  }

  /** Stores one lesson; it is durable when this returns. */
  store(lesson: PlainLesson): string {
    return this.#one(lesson);
  }

  get(id: string): Record<string, unknown> | undefined {
    const row = this.#get.get(id);
    return row === undefined ? undefined : toLesson(row);
  }

  recent(project: string, limit: number): Record<string, unknown>[] {
    return this.#recent.all(project, limit).map(toLesson);
  }

  list(limit: number, after: [string, number] = ['~', 0]) {
    const items = this.#page.all(...after, limit).map(toLesson);
    const last = items.at(-1);
    return { items, next: last ? ([last.created_at, last.seq] as [string, number]) : null };
  }

  /** The best `limit` lessons for a text, in one project or in all: OR of its first words, with commonly recommended weights. */
  search(text: string, project: string | null, limit: number): Record<string, unknown>[] {
    const match = matchOf(text);
    return match === '' ? [] : this.#search.all(match, project, project, limit).map(toLesson);
  }

  /** A text about what is known for a task: hits until the budget is used up, counting four characters per token. */
  brief(task: string, project: string | null, budget: number): string {
    const parts: string[] = [];
    let left = budget * 4;
    for (const lesson of this.search(task, project, 100)) {
      const text = JSON.stringify(lesson);
      if (text.length > left) continue;
      left -= text.length;
      parts.push(text);
    }
    return parts.join('\n');
  }

  /** The outcomes in a project, and the texts of its latest failures and successes. */
  summary(project: string) {
    const count = (texts: string[]) => {
      const counts = new Map<string, number>();
      for (const text of texts) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
      return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
    };
    const latest = (outcome: string, field: string) =>
      this.#latest.all(project, outcome).flatMap((row) => toLesson(row)[field] as string[]);
    return {
      outcomes: this.#outcomes.all(project),
      failures: count(latest('failure', 'failed')),
      strategies: count(latest('success', 'worked')),
      recent: this.recent(project, 5),
    };
  }

  count(): number {
    return (this.#db.prepare('SELECT COUNT(*) AS n FROM lesson').get() as { n: number }).n;
  }

  async import(path: string): Promise<number> {
    let chunk: PlainLesson[] = [];
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(path) })) {
      chunk.push(JSON.parse(line) as PlainLesson);
      count++;
      if (chunk.length < CHUNK) continue;
      this.#many(chunk);
      chunk = [];
      await nextTurn();
    }
    this.#many(chunk);
    return count;
  }

  checkpoint(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#db.close();
  }

  #insert(lesson: PlainLesson): string {
    const id = lesson.id ?? randomUUID();
    const { projectId = 'none', sessionId = null, taskDescription, attemptNumber = 1, outcome } = lesson;
    const [worked, failed, tags, entities] = [
      JSON.stringify(lesson.whatWorked ?? []),
      JSON.stringify(lesson.whatDidNotWork ?? []),
      JSON.stringify(lesson.tags ?? []),
      JSON.stringify(lesson.relatedEntityIds ?? []),
    ];
    const next = lesson.nextStrategy ?? '';
    const at = lesson.createdAt ?? new Date().toISOString();
    const values = [id, projectId, sessionId, taskDescription, attemptNumber, outcome, worked, failed, next];
    const { lastInsertRowid } = this.#row.run(...values, tags, entities, at);
    this.#text.run(lastInsertRowid, taskDescription, worked, failed, next, tags);
    return id;
  }
}

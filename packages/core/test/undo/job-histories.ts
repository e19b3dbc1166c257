import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, OutputOf } from '@twicewise/contract';
import fc from 'fast-check';
import { person, type TestCore } from '../harness.ts';

type Reversed = OutputOf<'operation.undo'>;

/** One step of a random history of one import. The numbers select among the records that exist when it runs. */
export interface JobStep {
  kind: 'correct' | 'fields' | 'use' | 'takeBackEdit' | 'undo' | 'redo';
  a: number;
  b: number;
}

const step = (kind: JobStep['kind']) => fc.record({ kind: fc.constant(kind), a: fc.nat(1000), b: fc.nat(1000) });

/** An import of logs, with one step per log, and what happens to it afterwards. */
export const jobHistory = fc.record({
  files: fc.integer({ min: 1, max: 5 }),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: step('correct') },
      { weight: 2, arbitrary: step('fields') },
      { weight: 2, arbitrary: step('use') },
      { weight: 2, arbitrary: step('takeBackEdit') },
      { weight: 4, arbitrary: step('undo') },
      { weight: 3, arbitrary: step('redo') },
    ),
    { minLength: 1, maxLength: 10 },
  ),
});

/** Writes some logs, each for a session of its own; returns their folder. */
export function writeLogs(test: TestCore, name: string, files: number): string {
  const folder = join(test.folder, name);
  mkdirSync(folder);
  for (let n = 0; n < files; n++) {
    const id = `${name}-${n}`;
    const log = { id: `episode-${id}`, session: id, task: `log ${n}`, events: [{ id: 'e1', type: 'test' }] };
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(log));
  }
  return folder;
}

const TABLES = ['project', 'source', 'session', 'reflection', 'episode', 'claim', 'feedback'] as const;

/** All records with their contents, by id. */
function recordsOf(test: TestCore): Map<string, string> {
  const rows = TABLES.flatMap((table) => test.rows<{ id: string }>(`SELECT * FROM ${table}`));
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}

/** Compares what an answer claims with the records before and after. Returns what is false, or null. */
export function lie(answer: Envelope, before: Map<string, string>, after: Map<string, string>): string | null {
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
  if (!answer.ok) return differing.length === 0 ? null : `"${answer.error.message}", and ${differing} changed`;
  const { records, kept, keptFor } = answer.value as Reversed;
  if (records !== differing.length) return `${records} records are told of, ${differing.length} changed`;
  const counted = Object.values(keptFor).reduce((sum, count) => sum + count, 0);
  if (counted !== kept.length) return `${counted} are counted, ${kept.length} named`;
  const touched = kept.find((id) => differing.includes(id));
  return touched === undefined ? null : `${touched} was kept, and yet changed`;
}

/** Plays histories of a job, and checks every answer to an undo or redo of it. */
export class JobPlayer {
  readonly #test: TestCore;
  readonly #told: (answer: Envelope) => Envelope;
  #histories = 0;
  /** Number of answers of each kind, to prove that each occurred. */
  readonly seen = { whole: 0, inPart: 0, refused: 0 };

  /** `told` changes an answer before it is checked, so that a test can test the check. */
  constructor(test: TestCore, told: (answer: Envelope) => Envelope = (answer) => answer) {
    this.#test = test;
    this.#told = told;
  }

  /** Plays one history and returns the first false claim. Once the edits are undone, an undo must leave nothing of the job. */
  async play({ files, steps }: { files: number; steps: readonly JobStep[] }): Promise<string | null> {
    const name = `logs${this.#histories++}`;
    const before = recordsOf(this.#test);
    const path = writeLogs(this.#test, name, files);
    const { job } = await this.#test.call('import.episodes', { path, projectId: name });
    await this.#test.ended(job.id);
    const edits: string[] = [];
    for (const one of steps) {
      const found = await this.#step(one, job.id, name, edits);
      if (found !== null) return found;
    }
    await this.#reverse('redo', job.id);
    for (const operationId of edits.reverse()) await this.#test.call('operation.undo', { operationId });
    const found = await this.#reverse('undo', job.id);
    const after = recordsOf(this.#test);
    const left = [...after.keys()].filter((id) => !before.has(id));
    return found ?? (left.length === 0 ? null : `${left} are left of the job`);
  }

  async #step({ kind, a, b }: JobStep, jobId: string, name: string, edits: string[]): Promise<string | null> {
    if (kind === 'undo' || kind === 'redo') return this.#reverse(kind, jobId);
    const operationId = kind === 'takeBackEdit' ? null : await this.#edit(kind, a, b, name);
    if (operationId !== null) edits.push(operationId);
    const last = kind === 'takeBackEdit' ? edits.at(-1) : undefined;
    if (last === undefined) return null;
    const answer = await this.#test.envelope('operation.undo', { operationId: last });
    if (answer.ok) edits.pop();
    return null;
  }

  /** A person corrects a record of the job, or stores something else in its project or session. */
  async #edit(kind: 'correct' | 'fields' | 'use', a: number, b: number, name: string): Promise<string | null> {
    const episodes = this.#test.rows<{ id: string; session: string }>(
      `SELECT e.id, s.native_id AS session FROM episode e JOIN session s ON s.id = e.session_id
       JOIN project p ON p.id = s.project_id WHERE p.name = ? ORDER BY e.seq`,
      [name],
    );
    const episode = episodes[a % Math.max(1, episodes.length)];
    if (!episode) return null;
    if (kind === 'use') {
      const sessionId = b % 2 === 0 ? { sessionId: episode.session } : {};
      const lesson = { taskDescription: `own ${a} ${b}`, outcome: 'success', projectId: name, ...sessionId };
      await this.#test.call(
        'reflection.store',
        lesson as Parameters<TestCore['store']>[0] & typeof lesson & { outcome: 'success' },
      );
      return this.#newest();
    }
    const changes = kind === 'correct' ? { task: `corrected ${b % 3}` } : { lessons: [`learnt ${b % 3}`] };
    return (await this.#test.call('episode.update', { id: episode.id, changes })).operationId;
  }

  #newest(): string {
    return this.#test.rows<{ id: string }>('SELECT id FROM operation ORDER BY seq DESC LIMIT 1')[0]?.id ?? '';
  }

  async #reverse(verb: 'undo' | 'redo', jobId: string): Promise<string | null> {
    const before = recordsOf(this.#test);
    const answer = this.#told(await this.#test.envelope(`operation.${verb}`, { jobId }, person));
    if (!answer.ok && answer.error.code === 'internal') return `internal: ${this.#test.logged.at(-1)}`;
    if (!answer.ok) this.seen.refused++;
    else if ((answer.value as Reversed).kept.length > 0) this.seen.inPart++;
    else this.seen.whole++;
    return lie(answer, before, recordsOf(this.#test));
  }
}

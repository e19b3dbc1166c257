import type { Author, LessonsResult } from '@twicewise/contract';
import type { ImportedLesson } from '@twicewise/ingest';
import { type Redactor, redactRequest } from '@twicewise/redaction';
import { getProject, type JobProgress, type JobRecord, reflectionByNativeId } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { resolvePlace } from '../runtime/references.ts';
import { insertLesson, isReviewed } from './store-lesson.ts';

/** A lesson to import, with its position in the file. */
export interface Incoming {
  /** Line number in the file, by which progress is kept. */
  number: number;
  lesson: ImportedLesson;
  /** Who wrote it and when it was last changed, where the file knows; otherwise the importer, now. */
  written?: { author?: Author; updatedAt: string };
}

/** The origin of the lessons, for the source record. */
export interface Origin {
  system: string;
  path: string | null;
  sha256: string | null;
  importer: string;
  /** Version of the rules that read the format; increases when they change (B1-17). */
  ruleVersion: number;
  /** Project for lessons that name none. */
  projectId: string | undefined;
  /** Who asked for the import, if that was not a person. Lessons that need review then wait for a person. */
  asker?: Author | undefined;
}

/** Counts of an import so far. Stored in the job's position, so that they continue after a restart. */
export interface ImportCounts extends Pick<LessonsResult, 'imported' | 'alreadyThere' | 'redacted'> {
  /** Imported lessons that are rejected: a list leaves them out unless it is asked for them. */
  rejected: number;
  /** Projects of the imported lessons, id → name, at most {@link MAX_NAMED_PROJECTS}. */
  projects: Readonly<Record<string, string>>;
}

const MAX_NAMED_PROJECTS = 20;

/** Maximum number of lessons per transaction. */
const MAX_CHUNK = 500;

/** The stored position of an import, or that of a new one. */
export function startOf(job: Pick<JobRecord, 'position'>): ImportCounts & { number: number; sourceId: string | null } {
  const position = job.position as Partial<ImportCounts & { number: number; sourceId: string | null }>;
  const none = { imported: 0, alreadyThere: 0, redacted: 0, rejected: 0, projects: {}, number: 0, sourceId: null };
  return { ...none, ...position };
}

/** The result of one transaction of an import. */
export interface Chunk {
  /** Number of waiting lessons that were handled. */
  taken: number;
  position: ReturnType<typeof startOf>;
  progress: JobProgress;
}

/** Creates the source record and returns its id. */
export function createSource(context: WriteContext, origin: Omit<Origin, 'projectId' | 'asker'>): string {
  const id = context.newId('source');
  context.record.create('source', id, {
    id,
    system: origin.system,
    path: origin.path,
    sha256: origin.sha256,
    importer: origin.importer,
    ruleVersion: origin.ruleVersion,
    trust: 'unreviewed',
    createdAt: context.at,
    extra: {},
  });
  return id;
}

function withProject(context: WriteContext, named: ImportCounts['projects'], id: string): ImportCounts['projects'] {
  if (id in named || Object.keys(named).length >= MAX_NAMED_PROJECTS) return named;
  return { ...named, [id]: getProject(context.db, id)?.name ?? id };
}

/** Writes lessons in chunks. Each chunk is one transaction with the job's progress and one entry in the operations log. */
export class LessonWriter {
  readonly #job: Pick<JobRecord, 'id' | 'kind' | 'title'>;
  readonly #origin: Origin;
  readonly #redactor: Redactor;
  #position: ReturnType<typeof startOf>;

  constructor(job: Omit<JobRecord, 'input'>, origin: Origin, redactor: Redactor) {
    this.#job = job;
    this.#origin = origin;
    this.#redactor = redactor;
    this.#position = startOf(job);
  }

  /** Number of the last lesson written so far; lessons up to it are skipped. */
  get position(): number {
    return this.#position.number;
  }

  /** Counts so far, for the job's result. */
  result(): Pick<LessonsResult, 'imported' | 'alreadyThere' | 'redacted' | 'projects'> {
    const { imported, alreadyThere, redacted, projects } = this.#position;
    return { imported, alreadyThere, redacted, projects: Object.values(projects) };
  }

  /** What finds the imported lessons again, for the job's result: nothing where none was imported. */
  found(): Pick<LessonsResult, 'sourceId' | 'rejected'> {
    const { sourceId, rejected } = this.#position;
    return sourceId === null ? {} : { sourceId, rejected };
  }

  /**
   * Writes as many of `waiting` as fit into one chunk. The position advances only in `written`, after the commit, because a
   * retried transaction must write the same lessons.
   */
  write(context: WriteContext, waiting: readonly Incoming[]): Chunk {
    const started = performance.now();
    const next = { ...this.#position };
    let taken = 0;
    for (const incoming of waiting) {
      if (taken >= MAX_CHUNK || (taken > 0 && performance.now() - started > STEP_MS)) break;
      this.#writeOne(context, incoming, next);
      next.number = incoming.number;
      taken++;
    }
    context.record.finish({
      name: `job.${this.#job.kind}`,
      // The title only: the number of lessons of the whole job is in its result.
      summary: this.#job.title,
      jobId: this.#job.id,
    });
    return { taken, position: next, progress: { position: { ...next }, done: next.number } };
  }

  /** Advances after a chunk was committed. */
  written(chunk: Chunk): void {
    this.#position = chunk.position;
  }

  #writeOne(context: WriteContext, { lesson, number, written }: Incoming, counts: ReturnType<typeof startOf>): void {
    const { value: clean, found } = redactRequest(this.#redactor, lesson);
    const { createdAt, timeQuality, state, pinned, ...content } = clean;
    const at = createdAt ?? context.at;
    const projectId = content.projectId ?? this.#origin.projectId;
    const place = resolvePlace(
      context,
      { projectId, sessionId: content.sessionId },
      { agent: content.agent, startedAt: at },
    );
    if (content.nativeId !== null && reflectionByNativeId(context.db, place.project.id, content.nativeId) !== null) {
      counts.alreadyThere++;
      return;
    }
    counts.sourceId ??= createSource(context, this.#origin);
    const sourcePointer = this.#origin.path === null ? `sample ${number}` : `line ${number}`;
    const { asker } = this.#origin;
    const waits = asker !== undefined && isReviewed(context.db, asker, place.project.id);
    const standing = waits && state === 'accepted' ? { state: 'draft' as const, pinned: false } : { state, pinned };
    const imported = { createdAt, timeQuality, ...standing, ...written, sourceId: counts.sourceId, sourcePointer };
    insertLesson(context, place, { ...content, state: undefined, imported });
    counts.projects = withProject(context, counts.projects, place.project.id);
    counts.imported++;
    if (standing.state === 'rejected') counts.rejected++;
    counts.redacted += found.length;
  }
}

import type { InputOf } from '@twicewise/client';
import type { CheckError } from '../evaluators/evaluation.ts';
import type { AttemptInput, PastReflection } from '../memory.ts';
import { PatientWriter } from '../patient-writer.ts';
import { asError, type Problem, quietly, type Unsaved } from '../problems.ts';
import { fittedContent, storable } from '../storable.ts';
import { tagsOf } from '../task-words.ts';
import { untilAborted } from '../timers.ts';
import type { MemoryOptions } from './options.ts';
import { type ReflectionAnswer, recordedReflection } from './reflection.ts';

const DEFAULT_WINDOW = 3;
const DEFAULT_BRIEF = 800;
/** Most lessons that a reflection names as related. */
const MAX_RELATED = 200;

/** One attempt, as it is stored. */
export interface ToStore {
  readonly outcome: 'success' | 'failure' | 'unknown';
  readonly startedAt: string;
  readonly content: NonNullable<AttemptInput['content']>;
  readonly strategy: string | null;
  readonly reflection: ReflectionAnswer | null;
  readonly actions: number;
  readonly errors: readonly CheckError[];
}

/**
 * What a run asks the memory and stores in it. It never rejects: a run goes on without a memory, with what it remembers of itself.
 */
export class RunMemory {
  readonly #options: MemoryOptions;
  readonly #writer: PatientWriter;
  readonly #sessionId: string;
  /** Reflections of this run, for when the memory cannot be asked, or lacks some of them. */
  readonly #own: PastReflection[] = [];
  /** Lessons that the run was told, by their ids. */
  readonly #told = new Set<string>();
  readonly #signal: AbortSignal;
  /** Tells the caller what went wrong. */
  readonly report: (problem: Problem) => void;

  constructor(options: MemoryOptions, sessionId: string, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#sessionId = sessionId;
    this.#writer = new PatientWriter(options.onProblem);
    this.report = quietly(options.onProblem);
  }

  get unsaved(): Unsaved[] {
    return this.#writer.unsaved;
  }

  flush(): Promise<boolean> {
    return this.#writer.flush();
  }

  /** The reflections that the next attempt should know, the oldest first. */
  async reflections(): Promise<readonly PastReflection[]> {
    const { memory, window = {} } = this.#options;
    const { policy, capacity } = window;
    const own = this.#own.slice(-(typeof capacity === 'number' ? capacity : DEFAULT_WINDOW));
    if (this.#writer.unsaved.length > 0) return own;
    return this.#read(async () => {
      const asked = {
        ...this.#place(),
        task: storable(this.#options.task),
        ...(policy === undefined ? {} : { policy }),
        ...(capacity === undefined ? {} : { capacity }),
      };
      const { items } = await memory.call('attempt.window', asked);
      return items.map(({ reflection }) => reflection);
    }, own);
  }

  /** What the memory tells before the task, as a fenced text. */
  brief(): Promise<string> {
    const { memory, task, briefTokens: budget = DEFAULT_BRIEF } = this.#options;
    return this.#read(async () => {
      const place = this.#place();
      const told = await memory.call(
        'memory.brief',
        { task, ...place, budget },
        { forAgent: { session: place.sessionId } },
      );
      for (const { id } of told.lessons) this.#told.add(id);
      const parts = [told.lessons, told.deadEnds, told.patterns, told.sessions, told.maybe];
      // Otherwise the text says only that there is nothing, and names tools that a loop does not have.
      return parts.some((part) => part.length > 0) ? told.text : '';
    }, '');
  }

  /** The text of the way out if the memory finds that the attempts led nowhere, the latest included; null if not. */
  stuck(attemptId: string | null): Promise<string | null> {
    if (attemptId === null) return Promise.resolve(null);
    const { memory } = this.#options;
    return this.#read(async () => {
      const { analysis } = await memory.call('attempt.analysis', this.#place());
      if (!analysis.stuck.some(({ attemptIds }) => attemptIds.includes(attemptId))) return null;
      return (await memory.call('attempt.context', this.#place())).text;
    }, null);
  }

  /** Stores an attempt, and what was learned of it as a lesson; answers the id of its record, null while there is none. */
  async store(tried: ToStore): Promise<string | null> {
    const { memory, task } = this.#options;
    const { outcome, startedAt, content, reflection, actions } = tried;
    // By their ids, which hold in every run: a number would mean something in its own run alone (B3-11).
    const related = [...this.#told].slice(0, MAX_RELATED);
    const recorded = reflection === null ? null : { ...recordedReflection(reflection, actions), related };
    const strategy = tried.strategy === null ? null : storable(tried.strategy);
    const fitted = fittedContent({ ...content, errors: [...tried.errors] });
    const attempt = {
      ...this.#place(),
      task: storable(task),
      outcome,
      startedAt,
      endedAt: new Date().toISOString(),
      strategy,
      content: { ...fitted, reflection: recorded },
    };
    const answer = await this.#writer.write(`the attempt at ${JSON.stringify(task)}`, async (key) => {
      const lessonIds: string[] = [];
      if (reflection) {
        const lesson = this.#lessonOf(outcome, strategy, recorded ?? {}, fitted.errors ?? []);
        lessonIds.push((await memory.call('reflection.store', lesson, { key: `${key}:lesson` })).reflection.id);
      }
      return memory.call('attempt.record', { ...attempt, lessonIds }, { key: `${key}:attempt` });
    });
    if (recorded) this.#own.push(completed(recorded));
    return answer?.attempt.id ?? null;
  }

  /** What a reflection teaches beyond its run. */
  #lessonOf(
    outcome: ToStore['outcome'],
    strategy: string | null,
    { text = '', lessons = [], insights = [], ...reflection }: Partial<PastReflection>,
    errors: readonly CheckError[],
  ): InputOf<'reflection.store'> {
    const { task } = this.#options;
    const tried = strategy ?? text;
    return {
      ...this.#place(),
      taskDescription: storable(task),
      outcome,
      kind: 'self_reflection',
      text: [text, ...lessons].join('\n'),
      whatWorked: outcome === 'success' ? [tried] : [],
      whatDidNotWork: outcome === 'failure' ? [tried, ...errors.slice(0, 1).map(({ message }) => message)] : [],
      nextStrategy: insights.join('\n'),
      rootCause: reflection.rootCause ?? '',
      causalReasoning: reflection.causalReasoning ?? '',
      failureCategory: reflection.category ?? null,
      confidence: reflection.confidence ?? null,
      tags: tagsOf(task),
    };
  }

  #place() {
    const { projectId } = this.#options;
    return { sessionId: this.#sessionId, ...(projectId === undefined ? {} : { projectId }) };
  }

  async #read<T>(ask: () => Promise<T>, without: T): Promise<T> {
    try {
      return await untilAborted(ask(), this.#signal);
    } catch (thrown) {
      if (!this.#signal.aborted) this.report(asError(thrown));
      return without;
    }
  }
}

/** A reflection as the memory would answer it. */
function completed(given: Partial<PastReflection>): PastReflection {
  const blank = {
    text: '',
    rootCause: null,
    causalReasoning: null,
    category: null,
    failingActions: [],
    insights: [],
    lessons: [],
    confidence: null,
    related: [],
  };
  return { ...blank, ...given };
}

import { asData } from './lessons-prompt.ts';
import type { Lesson, Memory } from './memory.ts';
import { PatientWriter } from './patient-writer.ts';
import { asError, type Problem, quietly, type Unsaved } from './problems.ts';
import { fittedContent, storable, storableList } from './storable.ts';
import { tagsOf } from './task-words.ts';

/** How an executor works; see `docs/build-an-agent.md`. */
export interface ExecutorOptions {
  readonly memory: Memory;
  /** False: tasks run as if there were no memory (S0-54). Default true. */
  readonly enabled?: boolean;
  /** False: lessons are given, and nothing is stored (S0-55). Default true. */
  readonly autoReflect?: boolean;
  /** Number of past lessons that a task is given, 0 to 20 (S0-56). Default 3. */
  readonly includePastLessons?: number;
  /** How relevant a past success must be, 0 to 1, for its strategy to be suggested after a failure (B0-25). Default .5. */
  readonly minRelevance?: number;
  /** Called when the memory could not be read, and for each thing that it did not store. Default: nothing happens. */
  readonly onProblem?: (problem: Problem) => void;
}

/** What a task is given when it runs. */
export interface GivenToTask {
  /** The most relevant lessons, the best first. */
  readonly lessons: readonly Lesson[];
  /** The same for a prompt, fenced as data; empty without lessons (S0-44). */
  readonly prompt: string;
  /** Which attempt at this task it is, from 1, over all sessions of the project. Null: the memory cannot say. */
  readonly attempt: number | null;
}

/** What a task may say of itself. Whatever else its result holds is passed on. */
export interface ExecutionResult {
  /** Default `success`; `partial` where only a part was done (B0-21). */
  readonly outcome?: 'success' | 'partial' | 'failure';
  /** What it did that worked. */
  readonly strategies?: readonly string[];
  /** What it tried in vain, for an outcome that is no success. */
  readonly whatDidNotWork?: readonly string[];
  /** What to do next time, where the usual words do not say it. */
  readonly nextStrategy?: string;
  /** Ids of the given lessons that it used. */
  readonly lessonsUsed?: readonly string[];
}

interface Task {
  sessionId: string;
  projectId: string;
  task: string;
  startedAt: string;
  attempt: number | null;
}

/** What came of a task, in the fields of a lesson. */
interface Learned {
  outcome: 'success' | 'partial' | 'failure';
  whatWorked: readonly string[];
  whatDidNotWork: readonly string[];
  nextStrategy: string;
  lessonsUsed?: readonly string[] | undefined;
}

const DEFAULT_LESSONS = 3;
const MAX_LESSONS = 20;
const DEFAULT_RELEVANCE = 0.5;
/** What a lesson says next when nothing better is known (S0-46, S0-48). */
const KEEP_ON = 'Continue with this approach';
const CHANGE = 'Try a different approach';

/** What an error says; its name where it says nothing, as an AggregateError may. */
function messageOf(thrown: unknown): string {
  const { message, name } = asError(thrown);
  return message.trim() === '' ? name : message;
}

/** Runs tasks with what was learned of earlier ones, and stores what is learned of them (`000-reflection-storage`). */
export class ReflectiveExecutor {
  readonly #options: ExecutorOptions;
  readonly #writer: PatientWriter;
  readonly #report: (problem: Problem) => void;

  /** Throws RangeError for an option outside of its limits. */
  constructor(options: ExecutorOptions) {
    const { includePastLessons = DEFAULT_LESSONS, minRelevance = DEFAULT_RELEVANCE } = options;
    if (!Number.isInteger(includePastLessons) || includePastLessons < 0 || includePastLessons > MAX_LESSONS) {
      throw new RangeError(`includePastLessons must be a whole number from 0 to ${MAX_LESSONS}.`);
    }
    if (!(minRelevance >= 0 && minRelevance <= 1)) throw new RangeError('minRelevance must be a number from 0 to 1.');
    this.#options = options;
    this.#writer = new PatientWriter(options.onProblem);
    this.#report = quietly(options.onProblem);
  }

  /** What was learned and is not stored. */
  get unsaved(): Unsaved[] {
    return this.#writer.unsaved;
  }

  /** Stores what waits for the memory; true if nothing waits any more. */
  flush(): Promise<boolean> {
    return this.#writer.flush();
  }

  /**
   * Runs a task, and records the attempt with its lesson. Answers the task's own result, or rejects with its own error, whether
   * or not anything could be read or stored.
   */
  async executeWithReflection<T extends ExecutionResult>(
    sessionId: string,
    projectId: string,
    task: string,
    execute: (given: GivenToTask) => Promise<T>,
  ): Promise<T> {
    const { enabled = true } = this.#options;
    if (!enabled) return execute({ lessons: [], prompt: '', attempt: null });
    const [found, attempt] = await Promise.all([
      this.#read(() => this.#findLessons(sessionId, projectId, task), { lessons: [], prompt: '' }),
      this.#read(() => this.#numberOf(projectId, task), null),
    ]);
    const run: Task = { sessionId, projectId, task, startedAt: new Date().toISOString(), attempt };
    let result: T;
    try {
      result = await execute({ ...found, attempt });
    } catch (thrown) {
      await this.#inAnyCase(async () => this.#learn(run, await this.#failed(run, [messageOf(thrown)])));
      throw thrown;
    }
    await this.#inAnyCase(async () => this.#learn(run, await this.#ended(run, result ?? {})));
    return result;
  }

  /** A result that says of itself what it must not, such as a strategy that is no text, is the task's result all the same. */
  async #inAnyCase(learn: () => Promise<void>): Promise<void> {
    try {
      await learn();
    } catch (thrown) {
      this.#report(asError(thrown));
    }
  }

  async #read<T>(ask: () => Promise<T>, without: T): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      this.#report(asError(thrown));
      return without;
    }
  }

  async #findLessons(sessionId: string, projectId: string, task: string) {
    const { memory, includePastLessons: limit = DEFAULT_LESSONS } = this.#options;
    if (limit === 0) return { lessons: [], prompt: '' };
    const { hits } = await memory.call('reflection.search', { projectId, taskDescription: task, limit });
    if (hits.length === 0) return { lessons: [], prompt: '' };
    const ids = hits.map(({ reflection }) => reflection.id);
    const asked = { projectId, sessionId, ids, limit: ids.length };
    const { prompt } = await memory.call('reflection.format', asked, { forAgent: { session: sessionId } });
    return { lessons: hits.map(({ reflection }) => reflection), prompt: asData(prompt, 'lessons of earlier attempts') };
  }

  async #numberOf(projectId: string, task: string): Promise<number> {
    // The newest has the highest number, unless attempts were imported or a clock was set back.
    const { items } = await this.#options.memory.call('attempt.list', { projectId, task, limit: 20 });
    return Math.max(0, ...items.map(({ ordinal }) => ordinal)) + 1;
  }

  async #ended(run: Task, result: ExecutionResult): Promise<Learned> {
    const { outcome = 'success', strategies, whatDidNotWork, nextStrategy, lessonsUsed } = result;
    const isSuccess = outcome === 'success';
    const next = nextStrategy ?? (isSuccess ? KEEP_ON : await this.#suggest(run));
    return {
      outcome,
      whatWorked: strategies ?? [],
      whatDidNotWork: whatDidNotWork ?? [],
      nextStrategy: next,
      lessonsUsed,
    };
  }

  async #failed(run: Task, whatDidNotWork: string[]): Promise<Learned> {
    return { outcome: 'failure', whatWorked: [], whatDidNotWork, nextStrategy: await this.#suggest(run) };
  }

  /** The first strategy of the success that is most like the task, if one is like it (S0-48, B0-25). */
  #suggest({ projectId, task }: Task): Promise<string> {
    const { memory, autoReflect = true, minRelevance = DEFAULT_RELEVANCE } = this.#options;
    if (!autoReflect) return Promise.resolve(CHANGE);
    return this.#read(async () => {
      const asked = { projectId, taskDescription: task, outcomeFilter: 'success' as const, minRelevance, limit: 5 };
      const { hits } = await memory.call('reflection.search', asked);
      const [strategy] = hits.flatMap(({ reflection }) => reflection.whatWorked);
      return strategy === undefined ? CHANGE : `Try: ${strategy}`;
    }, CHANGE);
  }

  async #learn(run: Task, learned: Learned): Promise<void> {
    const { memory, autoReflect = true } = this.#options;
    if (!autoReflect) return;
    const { sessionId, projectId, task, startedAt, attempt } = run;
    const { outcome, lessonsUsed, whatWorked, whatDidNotWork, nextStrategy } = learned;
    const lesson = {
      sessionId,
      projectId,
      taskDescription: storable(task),
      outcome,
      whatWorked: storableList(whatWorked),
      whatDidNotWork: storableList(whatDidNotWork),
      nextStrategy: storable(nextStrategy),
      tags: tagsOf(task),
      ...(attempt === null ? {} : { attemptNumber: attempt }),
      ...(lessonsUsed === undefined ? {} : { lessonsUsed: [...lessonsUsed] }),
    };
    const tried = {
      sessionId,
      projectId,
      task: storable(task),
      outcome,
      startedAt,
      endedAt: new Date().toISOString(),
      strategy: storableList(whatWorked)[0] ?? null,
      content: fittedContent({ errors: storableList(whatDidNotWork).map((message) => ({ message })) }),
    };
    await this.#writer.write(`the attempt at ${JSON.stringify(task)}`, async (key) => {
      const { reflection } = await memory.call('reflection.store', lesson, { key: `${key}:lesson` });
      await memory.call('attempt.record', { ...tried, lessonIds: [reflection.id] }, { key: `${key}:attempt` });
    });
  }
}

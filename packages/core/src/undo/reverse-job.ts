import { AppError, type OutputOf, toFailure } from '@twicewise/contract';
import { countChanged, reversibleOfJob } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import { refuseDeedOfPerson } from '../runtime/person-only.ts';
import { accountOf, type Kept } from './kept.ts';
import { nothingLeft, requireOperation, reverseLeaving } from './reverse.ts';

type Verb = 'undo' | 'redo';
type Reversed = OutputOf<'operation.undo'>;

/** The result of one step; the id is null when everything was left unchanged. */
interface Step {
  id: string | null;
  kept: Kept[];
}

const FATE = {
  changed_since: 'changed since by something else',
  in_use: 'used by others now',
  place_taken: 'kept out by another one that has their place',
  damaged: 'damaged',
  guarded: 'for a person alone to change',
  purged: 'purged',
} as const;

function nothingToDo(verb: Verb, kept: readonly Kept[]): AppError {
  const { keptFor } = accountOf(kept);
  const fates = (Object.keys(FATE) as (keyof typeof FATE)[]).filter((why) => keptFor[why] !== undefined);
  const [first] = fates;
  const list = fates.map((why) => `${keptFor[why]} ${FATE[why]}`).join(', ');
  const isUsed = first === undefined || first === 'in_use';
  return new AppError({
    code: first === undefined ? 'not_found' : 'conflict',
    reason: isUsed ? 'nothing_to_do' : first === 'changed_since' ? 'changed_since' : 'in_use',
    message:
      first === undefined
        ? `This job has nothing to ${verb}.`
        : `Nothing of this job can be ${verb === 'undo' ? 'undone' : 'redone'}: of its records are ${list}. Nothing was changed.`,
    hint:
      first === undefined
        ? 'operation.list shows what stands and what was undone.'
        : 'Undo the later changes first; operation.list with entityId shows them.',
  });
}

/** The operations of a job to undo or redo. Throws when there are none. */
function requireTargets({ db, caller }: WriteContext, jobId: string, verb: Verb): string[] {
  const targets = reversibleOfJob(db, jobId, verb);
  // Checked before the first step, so that a job is not half reversed for a caller without permission.
  for (const target of targets) refuseDeedOfPerson(caller, db, target);
  if (targets.length > 0) return targets;
  throw nothingToDo(verb, []);
}

/**
 * The error after some steps were committed. It says how much was done, if that can still be counted; that part stays, and the
 * request can be continued.
 */
function brokenOff(error: unknown, records: number | null, verb: Verb, log: (cause: unknown) => void): AppError {
  const failure = toFailure(error, log);
  const message = failure.message.replace(/[;,.] nothing was changed\.$/i, '.');
  const part = records === null ? 'A part was' : records === 1 ? '1 record was' : `${records} records were`;
  const done = `${part} ${verb === 'undo' ? 'undone' : 'redone'}`;
  return new AppError(
    {
      ...failure,
      message: `${message} ${done} before.`,
      hint: `${failure.hint} Then operation.${verb} with the same jobId goes on with the rest.`,
    },
    { cause: error },
  );
}

/** One undo or redo of a job, one transaction per step, so that other clients are served in between. */
class JobReversal {
  readonly #task: TaskContext;
  readonly #verb: Verb;
  /** Ids of records to leave alone: if one step left a record, no other step may change it, or it would be half reversed. */
  readonly #spared = new Set<string>();
  readonly #kept: Kept[] = [];
  readonly #done: string[] = [];
  /** Steps that did nothing before any step did something. */
  readonly #idle: [target: string, step: Step][] = [];

  constructor(task: TaskContext, verb: Verb) {
    this.#task = task;
    this.#verb = verb;
  }

  async run(jobId: string): Promise<Reversed> {
    const { services, caller, once } = this.#task;
    const find = (context: WriteContext) => requireTargets(context, jobId, this.#verb);
    const targets = await services.write(`operation.${this.#verb}`, caller, find, once);
    try {
      for (const target of targets) await this.#step(target);
      await this.#rememberIdle();
    } catch (error) {
      if (this.#done.length === 0) throw error;
      const log = (cause: unknown) => services.log(`operation.${this.#verb} of ${jobId} failed`, cause);
      throw brokenOff(error, this.#recordsIfOpen(), this.#verb, log);
    }
    const last = this.#done.at(-1);
    if (last === undefined) throw nothingToDo(this.#verb, this.#kept);
    const operation = requireOperation(services.db(), last);
    return { operation, records: this.#records(), ...accountOf(this.#kept) };
  }

  #records(): number {
    return countChanged(this.#task.services.db(), this.#done);
  }

  /** Null when the memory was closed meanwhile, which must not hide that a part is done. */
  #recordsIfOpen(): number | null {
    try {
      return this.#records();
    } catch {
      return null;
    }
  }

  async #step(target: string): Promise<void> {
    let step: Step = { id: null, kept: [] };
    let isIdle = false;
    const run = (context: WriteContext) => {
      step = reverseLeaving(context, requireOperation(context.db, target), this.#verb, this.#spared);
      isIdle = step.id === null && this.#done.length === 0;
      // Throws, so that the result is not stored under the step's idempotency key.
      if (isIdle) throw nothingLeft();
      return step;
    };
    try {
      step = await this.#write(target, run);
    } catch (error) {
      if (!isIdle || !(error instanceof AppError) || error.reason !== 'nothing_to_do') throw error;
      this.#idle.push([target, step]);
    }
    this.#kept.push(...step.kept);
    for (const { id } of step.kept) this.#spared.add(id);
    if (step.id !== null) this.#done.push(step.id);
  }

  /**
   * Stores the results of steps that did nothing. A request that changes nothing stores no results, so the same key may try
   * again. Once a step did something, a repeated request must get the same answer for every step.
   */
  async #rememberIdle(): Promise<void> {
    if (this.#done.length === 0 || this.#task.once === undefined) return;
    for (const [target, step] of this.#idle) await this.#write(target, () => step);
  }

  #write(target: string, run: (context: WriteContext) => Step): Promise<Step> {
    const { services, caller, once } = this.#task;
    return services.writeStep(`operation.${this.#verb}`, caller, run, onceForStep(once, target));
  }
}

/**
 * Reverses as much as possible of what a job wrote, and counts what it did and what it left. With an idempotency key, the list of
 * operations and each step are stored under it: a repeated request gets the same list and answers, and continues where the first
 * one stopped.
 */
export function reverseJob(task: TaskContext, jobId: string, verb: Verb): Promise<Reversed> {
  return new JobReversal(task, verb).run(jobId);
}

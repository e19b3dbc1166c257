import { AppError, counted, type Failure, type KeptFor, type OutputOf, toAppError } from '@twicewise/contract';
import { countChanged, reversibleOfJob } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { onceForStep } from '../runtime/idempotency-key.ts';
import { ASK_PERSON, refuseDeedOfPerson } from '../runtime/person-only.ts';
import { accountOf, type Kept } from './kept.ts';
import { nothingLeft, requireOperation, reverseLeaving } from './reverse.ts';

type Verb = 'undo' | 'redo';
type Reversed = OutputOf<'operation.undo'>;

/** The result of one step; the id is null when everything was left unchanged. */
interface Step {
  id: string | null;
  kept: Kept[];
}

const UNDO_LATER = 'Undo the later changes first (operation.list with entityId shows them).';

/** What became of a record that stays, and the failure when all stay: the one that a single undo of it would have. */
type Fate = { are: string } & Omit<Failure, 'message'>;

/** In this order: `in_use` is last, because what others use is most often used by the records that stay for another reason. */
const FATES: Record<KeptFor, Fate> = {
  changed_since: {
    are: 'changed since by something else',
    code: 'conflict',
    reason: 'changed_since',
    hint: UNDO_LATER,
  },
  place_taken: {
    are: 'kept out by another one that has their place',
    code: 'conflict',
    reason: 'in_use',
    hint: 'Remove or rename the other ones first.',
  },
  damaged: {
    are: 'damaged',
    code: 'unavailable',
    reason: 'damaged',
    hint: 'Run twicewise doctor: it names the newest good backup, and how it is restored.',
  },
  guarded: { are: 'for a person alone to change', code: 'refused', hint: ASK_PERSON },
  purged: {
    are: 'purged',
    code: 'conflict',
    reason: 'purged',
    hint: 'A purge is final. A backup from before it may hold them (backup.list).',
  },
  in_use: { are: 'used by others now', code: 'conflict', reason: 'nothing_to_do', hint: UNDO_LATER },
};

function nothingToDo(verb: Verb, kept: readonly Kept[]): AppError {
  const { keptFor } = accountOf(kept);
  const whys = (Object.keys(FATES) as KeptFor[]).filter((why) => keptFor[why] !== undefined);
  const [first] = whys;
  if (first === undefined) {
    return new AppError({
      code: 'not_found',
      reason: 'nothing_to_do',
      message: `This job has nothing to ${verb}.`,
      hint: 'Look at what stands and what was undone (operation.list).',
    });
  }
  const { are: _are, ...failure } = FATES[first];
  const list = whys.map((why) => `${keptFor[why]} ${FATES[why].are}`).join(', ');
  return new AppError({
    ...failure,
    message: `Nothing of this job can be ${verb === 'undo' ? 'undone' : 'redone'}: of its records are ${list}. Nothing was changed.`,
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
  const failure = toAppError(error, log);
  const part = records === null ? 'A part was' : counted(records, 'record was', 'records were');
  const done = `${part} ${verb === 'undo' ? 'undone' : 'redone'}`;
  return new AppError(
    {
      ...failure.toFailure(),
      message: failure.withEffect(`${done} before.`),
      hint: `${failure.hint} Then ${verb} the job again, which goes on with the rest (operation.${verb} with the same jobId).`,
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

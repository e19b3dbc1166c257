import type { Client, Envelope, Failure, InputOf, Job, OperationName, OutputOf } from '@twicewise/contract';
import { strings } from '../strings.ts';
import { createInFlight } from './in-flight.ts';
import { did, EMPTY, forget, redid, replaced, type Step, type Target, type UndoStack, undid } from './undo-stack.ts';

/** The message of the status line about the last action in this window. */
export type Notice = (
  | {
      kind: 'done';
      text: string;
      undo?: Step | undefined;
      redo?: Step | undefined;
      /** The one of the two that goes on in the direction just taken, where there is a further step. */
      onward?: 'undo' | 'redo';
      job?: Job;
    }
  | { kind: 'failed'; failure: Failure }
) & {
  /** True where Data says more, and has what can be done. */
  isOnData?: boolean;
};

/** Runs commands, and undoes them. */
export interface CommandRunner {
  /**
   * Runs a command with its own idempotency key, remembers it for undo and shows `done`. A job that it starts is followed to its
   * end.
   */
  run<N extends OperationName>(name: N, input: InputOf<N>, done: string): Promise<Envelope<OutputOf<N>>>;
  /** Like `run`, for a caller that shows a failure itself. `done` may depend on the answer. */
  attempt<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    done: string | ((answer: OutputOf<N>) => string),
  ): Promise<Envelope<OutputOf<N>>>;
  /** Undoes this step, or the last one. False where there was nothing to undo, or it could not be. */
  undo(step?: Step): Promise<boolean>;
  /** Redoes this step, or the one undone last. False like {@link undo}. */
  redo(step?: Step): Promise<boolean>;
}

/** What a job did, for undo; `rememberUndone`: undoing it redoes what it undid. */
export type Remembering = Record<'remember' | 'rememberUndone', (what: string, target: Target, job?: Job) => void>;

/** Where a runner shows what it does. */
export interface Outlets {
  show: (notice: Notice | null) => void;
  setTrouble: (failure: Failure | null) => void;
  follow: (job: Job) => void;
}

/** Commands that can be given from anywhere, and of whose failures Data says more. */
const OF_DATA: ReadonlySet<OperationName> = new Set<OperationName>(['backup.create']);

/** The step that leads back from a restored backup; null when there was nothing before it. Undefined for other answers. */
function wayBack(value: unknown, what: string): Step | null | undefined {
  if (typeof value !== 'object' || value === null || !('restored' in value && 'before' in value)) return undefined;
  const { before } = value as OutputOf<'backup.restore'>;
  return before && { target: { backup: before.name }, what };
}

/** What the answer to a command leaves to show, and to follow or to undo where it has that. */
function effectOf<T>(value: T, said: string | ((answer: T) => string)) {
  const { operationId, job } = (value ?? {}) as { operationId?: string | null; job?: Job | null };
  const done = typeof said === 'string' ? said : said(value);
  return { done, operationId, job, back: wayBack(value, done) };
}

/** The undo stack of a window, and what the status line says when it changes. */
function createSteps({ show }: Outlets) {
  let stack: UndoStack = EMPTY;
  return {
    last: () => stack.past.at(-1),
    undoneLast: () => stack.future.at(-1),
    remember(what: string, target: Target, job?: Job) {
      const step: Step = { target, what };
      stack = did(stack, step);
      show({ kind: 'done', text: what, undo: step, ...(job ? { job } : {}) });
    },
    rememberUndone(what: string, target: Target) {
      const step: Step = { target, what };
      stack = undid(stack, step);
      show({ kind: 'done', text: what, redo: step });
    },
    /** The memory was replaced as a whole; `back` leads to the one before. */
    swap(text: string, back: Step | null, undoing = false) {
      stack = replaced(back, undoing);
      show({ kind: 'done', text, ...(back ? { [undoing ? 'redo' : 'undo']: back } : {}) });
    },
    undone(step: Step, text: string) {
      stack = undid(stack, step);
      show({ kind: 'done', text, redo: step, undo: stack.past.at(-1), onward: 'undo' });
    },
    redone(step: Step, text: string) {
      stack = redid(stack, step);
      show({ kind: 'done', text, undo: step, redo: stack.future.at(-1), onward: 'redo' });
    },
    /** A step could not be undone or redone. One that somebody else undid or redid is next no more. */
    failed(step: Step, failure: Failure) {
      if (failure.reason === 'already_undone') stack = forget(stack, 'past', step);
      if (failure.reason === 'nothing_to_do') stack = forget(stack, 'future', step);
      show({ kind: 'failed', failure });
      return false;
    },
  };
}

type Send = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<Envelope<OutputOf<N>>>;

/** Undoes and redoes steps, one at a time. */
function createReversal(send: Send, steps: ReturnType<typeof createSteps>) {
  const { done } = strings;
  /** Undoes or redoes the restore of a backup, which restores the one that was made before it. */
  const swapBack = async (undoing: boolean, backup: string, step: Step) => {
    const answer = await send('backup.restore', { name: backup, acceptProblems: true });
    if (!answer.ok) return steps.failed(step, answer.error);
    const told = done[undoing ? 'restoreUndone' : 'restoreRedone'];
    steps.swap(told(step.what), wayBack(answer.value, step.what) ?? null, undoing);
    return true;
  };
  return async (name: 'operation.undo' | 'operation.redo', step: Step) => {
    const undoing = name === 'operation.undo';
    if ('backup' in step.target) return swapBack(undoing, step.target.backup, step);
    const answer = await send(name, step.target);
    const isJob = 'jobId' in step.target;
    if (!answer.ok) {
      const { error } = answer;
      if (error.reason !== 'changed_since') return steps.failed(step, error);
      // The host names the record by its id, which nobody knows.
      const message = done.changedSince(undoing ? 'undone' : 'redone', step.what, isJob);
      return steps.failed(step, { ...error, message });
    }
    if (undoing) steps.undone(step, done.undone(step.what, isJob, answer.value));
    else steps.redone(step, done.redone(step.what, isJob, answer.value));
    return true;
  };
}

/**
 * Runs the commands of a window. Keys may be faster than answers: undo and redo wait for what is under way, and look only then for the
 * step that is next.
 */
export function createCommandRunner(client: Client, outlets: Outlets): CommandRunner & Remembering {
  const { show, setTrouble, follow } = outlets;
  const steps = createSteps(outlets);
  const { track, after } = createInFlight();
  const send: Send = async (name, input) => {
    const answer = await client.envelope(name, input, { key: crypto.randomUUID() });
    if (answer.ok) setTrouble(null);
    else if (answer.error.reason === 'disk_full') setTrouble(answer.error);
    return answer;
  };
  const reverse = createReversal(send, steps);
  const carryOut: CommandRunner['attempt'] = async (name, input, said) => {
    const answer = await send(name, input);
    if (!answer.ok) return answer;
    const { done, operationId, job, back } = effectOf(answer.value, said);
    if (back !== undefined) steps.swap(done, back);
    else if (job) {
      show(null);
      follow(job);
    } else if (operationId) steps.remember(done, { operationId });
    else {
      const text = operationId === null ? strings.done.unchanged : done;
      show({ kind: 'done', text, isOnData: OF_DATA.has(name) });
    }
    return answer;
  };
  const attempt: CommandRunner['attempt'] = (...command) => track(carryOut(...command));
  const nothing = (text: string) => {
    show({ kind: 'done', text });
    return false;
  };
  return {
    remember: steps.remember,
    rememberUndone: steps.rememberUndone,
    attempt,
    async run(name, input, done) {
      const answer = await attempt(name, input, done);
      if (!answer.ok) show({ kind: 'failed', failure: answer.error, isOnData: OF_DATA.has(name) });
      return answer;
    },
    undo: (step) =>
      after(async () => {
        const next = step ?? steps.last();
        return next ? reverse('operation.undo', next) : nothing(strings.done.nothingToUndo);
      }),
    redo: (step) =>
      after(async () => {
        const next = step ?? steps.undoneLast();
        return next ? reverse('operation.redo', next) : nothing(strings.done.nothingToRedo);
      }),
  };
}

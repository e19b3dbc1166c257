import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import {
  type Envelope,
  type Failure,
  type InputOf,
  isRunning,
  type Job,
  type OperationName,
  type OutputOf,
} from '@twicewise/contract';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import { strings } from '../strings.ts';
import { endOf, leavesNothing } from './job-end.ts';
import { did, EMPTY, forget, redid, replaced, type Step, type Target, type UndoStack, undid } from './undo-stack.ts';

/** The message of the status line about the last action in this window. */
export type Notice = (
  | { kind: 'done'; text: string; undo?: Step; redo?: Step; job?: Job }
  | { kind: 'failed'; failure: Failure }
) & {
  /** True where Data says more, and has what can be done. */
  isOnData?: boolean;
};

/** Commands that can be given from anywhere, and of whose failures Data says more. */
const OF_DATA: ReadonlySet<OperationName> = new Set<OperationName>(['backup.create']);

/** Runs commands, and undoes them. */
export interface Commands {
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
  /** Undoes this step, or the last one. */
  undo(step?: Step): Promise<void>;
  /** Redoes this step, or the one undone last. */
  redo(step?: Step): Promise<void>;
  /** `isOnData`: Data says more. */
  say(text: string, isOnData?: boolean): void;
  dismiss(): void;
}

/** The visible state of the commands. */
export interface CommandState {
  notice: Notice | null;
  /** The job in the status line: the awaited one, otherwise the computing of vectors. */
  job: Job | null;
  /** The last job started, which the person waits for. Vectors may take hours with a slow server, and nothing waits for them. */
  awaited: Job | null;
  /** Set when the last write failed for a reason that concerns every write, such as a full disk. */
  trouble: Failure | null;
}

const CommandsContext = createContext<Commands | null>(null);
const CommandStateContext = createContext<CommandState>({ notice: null, job: null, awaited: null, trouble: null });

/** The commands of this window. The value is stable, so using it never causes a render. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('No <CommandsProvider> above this component.');
  return commands;
}

/** The result of the last command, the followed jobs, and lasting trouble. */
export function useCommandState(): CommandState {
  return useContext(CommandStateContext);
}

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

interface Outlets {
  show: (notice: Notice | null) => void;
  setTrouble: (failure: Failure | null) => void;
  follow: (job: Job) => void;
}

/** Runs commands and keeps the undo stack in a ref, because keys may be faster than renders. */
function useRunner({ show, setTrouble, follow }: Outlets) {
  const client = useClient();
  const stack = useRef<UndoStack>(EMPTY);

  return useMemo(() => {
    const send = async <N extends OperationName>(name: N, input: InputOf<N>) => {
      const answer = await client.envelope(name, input, { key: crypto.randomUUID() });
      if (answer.ok) setTrouble(null);
      else if (answer.error.reason === 'disk_full') setTrouble(answer.error);
      return answer;
    };
    const remember = (what: string, target: Target, job?: Job) => {
      const step: Step = { target, what };
      stack.current = did(stack.current, step);
      show({ kind: 'done', text: what, undo: step, ...(job ? { job } : {}) });
    };
    const swap = (text: string, back: Step | null, undoing = false) => {
      stack.current = replaced(back, undoing);
      show({ kind: 'done', text, ...(back ? { [undoing ? 'redo' : 'undo']: back } : {}) });
    };
    const attempt: Commands['attempt'] = async (name, input, said) => {
      const answer = await send(name, input);
      if (!answer.ok) return answer;
      const { done, operationId, job, back } = effectOf(answer.value, said);
      if (back !== undefined) swap(done, back);
      else if (job) {
        show(null);
        follow(job);
      } else if (operationId) remember(done, { operationId });
      else show({ kind: 'done', text: operationId === null ? strings.done.unchanged : done });
      return answer;
    };
    /** Undoes or redoes the restore of a backup, which restores the one that was made before it. */
    const swapBack = async (undoing: boolean, backup: string, what: string) => {
      const answer = await send('backup.restore', { name: backup, acceptProblems: true });
      if (!answer.ok) return show({ kind: 'failed', failure: answer.error });
      const told = strings.done[undoing ? 'restoreUndone' : 'restoreRedone'];
      swap(told(what), wayBack(answer.value, what) ?? null, undoing);
    };
    const reverse = async (name: 'operation.undo' | 'operation.redo', step: Step) => {
      const undoing = name === 'operation.undo';
      if ('backup' in step.target) return swapBack(undoing, step.target.backup, step.what);
      const answer = await send(name, step.target);
      if (!answer.ok) {
        if (answer.error.reason === 'already_undone') stack.current = forget(stack.current, step);
        return show({ kind: 'failed', failure: answer.error });
      }
      stack.current = undoing ? undid(stack.current, step) : redid(stack.current, step);
      const isJob = 'jobId' in step.target;
      if (undoing) show({ kind: 'done', text: strings.done.undone(step.what, isJob, answer.value), redo: step });
      else show({ kind: 'done', text: strings.done.redone(step.what, isJob, answer.value), undo: step });
    };
    /** Like {@link remember}, for a command that undid something itself: undoing it redoes that. */
    const rememberUndone = (what: string, target: Target) => {
      const step: Step = { target, what };
      stack.current = undid(stack.current, step);
      show({ kind: 'done', text: what, redo: step });
    };
    return {
      attempt,
      remember,
      rememberUndone,
      async run<N extends OperationName>(name: N, input: InputOf<N>, done: string) {
        const answer = await attempt(name, input, done);
        if (!answer.ok) show({ kind: 'failed', failure: answer.error, isOnData: OF_DATA.has(name) });
        return answer;
      },
      async undo(step = stack.current.past.at(-1)) {
        if (step) await reverse('operation.undo', step);
        else show({ kind: 'done', text: strings.done.nothingToUndo });
      },
      async redo(step = stack.current.future.at(-1)) {
        if (step) await reverse('operation.redo', step);
        else show({ kind: 'done', text: strings.done.nothingToRedo });
      },
    };
  }, [client, show, setTrouble, follow]);
}

/** The latest state of each job; stable while nothing changes. */
const latest = (answers: UseQueryResult<Job>[]) => answers.map(({ data }) => data);

/** Follows each job to its end, then reports the result and makes it undoable. Newer jobs do not replace it. */
function useFollowedJobs(
  [started, setStarted]: [readonly Job[], Dispatch<SetStateAction<readonly Job[]>>],
  { remember, rememberUndone }: Record<'remember' | 'rememberUndone', (what: string, target: Target, job: Job) => void>,
  show: (notice: Notice) => void,
): readonly Job[] {
  const client = useClient();
  const seen = useQueries({ queries: started.map(({ id }) => jobQuery(client, id)), combine: latest });
  const jobs = useMemo(
    () => started.map((job) => seen.find((answer) => answer?.id === job.id) ?? job),
    [started, seen],
  );

  useEffect(() => {
    const ended = jobs.filter((job) => !isRunning(job));
    if (ended.length === 0) return;
    setStarted((following) => following.filter(({ id }) => !ended.some((job) => job.id === id)));
    for (const job of ended) {
      if (job.state === 'failed' && job.error) {
        const failure: Failure = { code: 'internal', message: job.error.message, hint: job.error.hint };
        show({ kind: 'failed', failure });
      } else if (leavesNothing(job)) show({ kind: 'done', text: endOf(job) });
      else (job.kind === 'undo' ? rememberUndone : remember)(endOf(job), { jobId: job.id }, job);
    }
  }, [jobs, remember, rememberUndone, show, setStarted]);

  return jobs;
}

/** Gives the components below it {@link useCommands}. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [trouble, setTrouble] = useState<Failure | null>(null);
  const [started, setStarted] = useState<readonly Job[]>([]);
  const outlets = useMemo<Outlets>(() => {
    // A command may return a job that is followed already: vectors being computed are not computed twice.
    const follow = (job: Job) => setStarted((jobs) => [...jobs.filter(({ id }) => id !== job.id), job]);
    return { show: setNotice, setTrouble, follow };
  }, []);
  const runner = useRunner(outlets);
  const jobs = useFollowedJobs([started, setStarted], runner, setNotice);
  const say = useCallback((text: string, isOnData = false) => setNotice({ kind: 'done', text, isOnData }), []);
  const dismiss = useCallback(() => setNotice(null), []);

  const commands = useMemo<Commands>(() => ({ ...runner, say, dismiss }), [runner, say, dismiss]);
  const awaited = jobs.findLast(({ kind }) => kind !== 'embed') ?? null;
  const job = awaited ?? jobs.at(-1) ?? null;
  const state = useMemo<CommandState>(() => ({ notice, job, awaited, trouble }), [notice, job, awaited, trouble]);
  return (
    <CommandsContext value={commands}>
      <CommandStateContext value={state}>{children}</CommandStateContext>
    </CommandsContext>
  );
}

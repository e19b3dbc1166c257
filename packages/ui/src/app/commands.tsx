import { useQuery } from '@tanstack/react-query';
import {
  bundleResult,
  type Envelope,
  exportResult,
  type Failure,
  historyResult,
  type InputOf,
  isRunning,
  type Job,
  type OperationName,
  type OutputOf,
} from '@twicewise/contract';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import { strings } from '../strings.ts';
import { did, EMPTY, forget, redid, type Step, type Target, type UndoStack, undid } from './undo-stack.ts';

/** What the status line says about the last thing done in this window. */
export type Notice = { kind: 'done'; text: string; undo?: Step; redo?: Step } | { kind: 'failed'; failure: Failure };

/** Doing things, and taking them back. */
export interface Commands {
  /** Runs a command with a key of its own, remembers it for undo and says `done`. A job that it starts is followed to its end. */
  run<N extends OperationName>(name: N, input: InputOf<N>, done: string): Promise<Envelope<OutputOf<N>>>;
  /** Like `run`, for a caller that shows a failure itself, beside what failed. */
  attempt<N extends OperationName>(name: N, input: InputOf<N>, done: string): Promise<Envelope<OutputOf<N>>>;
  /** Takes back this step, or the last one. */
  undo(step?: Step): Promise<void>;
  /** Does this step again, or the one undone last. */
  redo(step?: Step): Promise<void>;
  say(text: string): void;
  dismiss(): void;
}

/** What there is to see of it. */
export interface CommandState {
  notice: Notice | null;
  job: Job | null;
  /** The last write failed for a reason that concerns every write, such as a full disk. */
  trouble: Failure | null;
}

const CommandsContext = createContext<Commands | null>(null);
const CommandStateContext = createContext<CommandState>({ notice: null, job: null, trouble: null });

/** The commands of this window; stable, so using it never draws a component again. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('No <CommandsProvider> above this component.');
  return commands;
}

/** The outcome of the last command, the job followed, and trouble that stays. */
export function useCommandState(): CommandState {
  return useContext(CommandStateContext);
}

function jobOf(value: unknown): Job | null {
  return typeof value === 'object' && value !== null && 'job' in value ? (value.job as Job) : null;
}

function operationIdOf(value: unknown): string | null | undefined {
  if (typeof value !== 'object' || value === null || !('operationId' in value)) return undefined;
  return typeof value.operationId === 'string' ? value.operationId : null;
}

interface Outlets {
  show: (notice: Notice | null) => void;
  setTrouble: (failure: Failure | null) => void;
  follow: (job: Job) => void;
}

/** Runs commands and keeps the undo stack; a ref, because keys may come faster than renders. */
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
    const remember = (what: string, target: Target) => {
      const step: Step = { target, what };
      stack.current = did(stack.current, step);
      show({ kind: 'done', text: what, undo: step });
    };
    const attempt: Commands['attempt'] = async (name, input, done) => {
      const answer = await send(name, input);
      if (!answer.ok) return answer;
      const operationId = operationIdOf(answer.value);
      const job = jobOf(answer.value);
      if (job) {
        show(null);
        follow(job);
      } else if (operationId) remember(done, { operationId });
      else show({ kind: 'done', text: operationId === null ? strings.done.unchanged : done });
      return answer;
    };
    const reverse = async (name: 'operation.undo' | 'operation.redo', step: Step) => {
      const answer = await send(name, step.target);
      const undoing = name === 'operation.undo';
      if (!answer.ok) {
        if (answer.error.reason === 'already_undone') stack.current = forget(stack.current, step);
        return show({ kind: 'failed', failure: answer.error });
      }
      stack.current = undoing ? undid(stack.current, step) : redid(stack.current, step);
      if (undoing) show({ kind: 'done', text: strings.done.undone(step.what), redo: step });
      else show({ kind: 'done', text: strings.done.redone(step.what), undo: step });
    };
    /** As {@link remember}, for what took something back itself: its undo is to do that again. */
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
        if (!answer.ok) show({ kind: 'failed', failure: answer.error });
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

function endOfBundle({ kind, state, result }: Job): string {
  const words = strings.bundles;
  if (state === 'cancelled') return kind === 'export' ? words.stoppedExport : words.stoppedImport;
  return kind === 'export' ? words.exported(exportResult.parse(result)) : words.imported(bundleResult.parse(result));
}

/** True when there is nothing to take back: exports and vectors change no record, and a bundle is all there or not at all. */
function leavesNothing({ kind, state, result }: Job): boolean {
  if (kind === 'bundle') return state === 'cancelled' || bundleResult.parse(result).written === 0;
  return kind === 'export' || kind === 'embed';
}

/** How a job ended, in words. Not all of them count lessons: past sessions are transcripts, a merge moves sessions too. */
function endOf(job: Job): string {
  if (job.kind === 'export' || job.kind === 'bundle') return strings.bundles.ended(job, endOfBundle(job));
  if (job.state === 'cancelled') return strings.jobs.cancelled(job.title);
  if (job.kind === 'history') return strings.pastSessions.result(historyResult.parse(job.result));
  if (job.kind === 'merge') return job.title;
  return job.kind === 'undo' ? strings.jobs.undone(job.title, job.done) : strings.jobs.done(job.title, job.done);
}

/** Follows one job; when it ends, says how, and makes it undoable. */
function useFollowedJob(
  [started, setStarted]: [Job | null, (job: Job | null) => void],
  { remember, rememberUndone }: Record<'remember' | 'rememberUndone', (what: string, target: Target) => void>,
  show: (notice: Notice) => void,
): Job | null {
  const client = useClient();
  const { data } = useQuery({ ...jobQuery(client, started?.id ?? ''), enabled: started !== null });
  const current = started && data?.id === started.id ? data : started;

  useEffect(() => {
    if (!current || isRunning(current)) return;
    setStarted(null);
    if (current.state === 'failed' && current.error) {
      const failure: Failure = { code: 'internal', message: current.error.message, hint: current.error.hint };
      return show({ kind: 'failed', failure });
    }
    if (leavesNothing(current)) return show({ kind: 'done', text: endOf(current) });
    const note = current.kind === 'undo' ? rememberUndone : remember;
    note(endOf(current), { jobId: current.id });
  }, [current, remember, rememberUndone, show, setStarted]);

  return current;
}

/** Gives the components below it {@link useCommands}. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [trouble, setTrouble] = useState<Failure | null>(null);
  const [started, follow] = useState<Job | null>(null);
  const outlets = useMemo<Outlets>(() => ({ show: setNotice, setTrouble, follow }), []);
  const runner = useRunner(outlets);
  const job = useFollowedJob([started, follow], runner, setNotice);
  const say = useCallback((text: string) => setNotice({ kind: 'done', text }), []);
  const dismiss = useCallback(() => setNotice(null), []);

  const commands = useMemo<Commands>(() => ({ ...runner, say, dismiss }), [runner, say, dismiss]);
  const state = useMemo<CommandState>(() => ({ notice, job, trouble }), [notice, job, trouble]);
  return (
    <CommandsContext value={commands}>
      <CommandStateContext value={state}>{children}</CommandStateContext>
    </CommandsContext>
  );
}

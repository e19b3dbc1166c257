import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type Failure, isRunning, type Job } from '@twicewise/contract';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isGone, useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import { jobFailure } from '../data/screen-hint.ts';
import {
  type CommandRunner,
  createCommandRunner,
  type Notice,
  type Outlets,
  type Remembering,
} from './command-runner.ts';
import { endOf, leavesNothing } from './job-end.ts';

/** Commands that can be given from anywhere, and what is said of them. */
export interface Commands extends CommandRunner {
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

/** The latest state of each job, null for one that is no longer there; stable while nothing changes. */
const latest = (answers: UseQueryResult<Job>[]) => answers.map(({ data, error }) => (isGone(error) ? null : data));

/** Follows each job to its end, then reports the result and makes it undoable. Newer jobs do not replace it. */
function useFollowedJobs(
  [started, setStarted]: [readonly Job[], Dispatch<SetStateAction<readonly Job[]>>],
  { remember, rememberUndone }: Remembering,
  show: (notice: Notice) => void,
): readonly Job[] {
  const client = useClient();
  const seen = useQueries({ queries: started.map(({ id }) => jobQuery(client, id)), combine: latest });
  const [jobs, gone] = useMemo(
    () => [
      started.flatMap((job, index) => (seen[index] === null ? [] : [seen[index] ?? job])),
      started.filter((_, index) => seen[index] === null),
    ],
    [started, seen],
  );

  useEffect(() => {
    const ended = jobs.filter((job) => !isRunning(job));
    // A memory that was restored meanwhile may not know a job: nothing is left to wait for.
    const left = new Set([...ended, ...gone].map(({ id }) => id));
    if (left.size === 0) return;
    setStarted((following) => following.filter(({ id }) => !left.has(id)));
    for (const job of ended) {
      const failure = jobFailure(job);
      if (failure) show({ kind: 'failed', failure });
      else if (leavesNothing(job)) show({ kind: 'done', text: endOf(job) });
      else (job.kind === 'undo' ? rememberUndone : remember)(endOf(job), { jobId: job.id }, job);
    }
  }, [jobs, gone, remember, rememberUndone, show, setStarted]);

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
  const client = useClient();
  const runner = useMemo(() => createCommandRunner(client, outlets), [client, outlets]);
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

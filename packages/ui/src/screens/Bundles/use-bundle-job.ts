import { useQuery } from '@tanstack/react-query';
import { type Envelope, type Failure, isRunning, type Job } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { job as jobQuery } from '../../data/queries/jobs.ts';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** Work on a bundle that was started in a sheet. */
export interface BundleJob {
  /** While it runs and once it is done; null before, and when nothing came of it. */
  job: Job | null;
  /** It was stopped by the person. */
  stopped: boolean;
  /** What was agreed to is not what there is any more: it has to be shown anew. */
  changed: boolean;
  /** Why nothing was done otherwise. */
  failure: Failure | null;
  busy: boolean;
  /** What this window waits for already; one job at a time has the line at the foot. */
  waitsFor: string | null;
  start: (send: () => Promise<Envelope<{ job: Job }>>) => Promise<void>;
  stop: () => void;
}

/** Follows a job from its start to its end, for as long as the sheet is open; the line at the foot goes on after that. */
export function useBundleJob(): BundleJob {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  const [started, setStarted] = useState<Job | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({ ...jobQuery(useClient(), started?.id ?? ''), enabled: started !== null });
  const job = started && data?.id === started.id ? data : started;

  const start: BundleJob['start'] = async (send) => {
    setBusy(true);
    const answer = await send();
    setBusy(false);
    setRefused(answer.ok ? null : answer.error);
    setStarted(answer.ok ? answer.value.job : null);
  };
  const error = job?.state === 'failed' ? job.error : null;
  const changed = error?.reason === 'changed_since';
  const failure: Failure | null = error && !changed ? { ...error, code: 'internal' } : null;
  return {
    job: job && (isRunning(job) || job.state === 'done') ? job : null,
    stopped: job?.state === 'cancelled',
    changed,
    failure: refused ?? failure,
    busy,
    waitsFor: awaited && awaited.id !== job?.id ? awaited.title : null,
    start,
    stop: () => job && void run('job.cancel', { id: job.id }, strings.done.stopping),
  };
}

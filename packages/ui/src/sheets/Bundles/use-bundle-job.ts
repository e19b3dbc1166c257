import { useQuery } from '@tanstack/react-query';
import { type Envelope, type Failure, isRunning, type Job } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { job as jobQuery } from '../../data/queries/jobs.ts';
import { jobFailure } from '../../data/screen-hint.ts';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** A bundle job that was started in a sheet. */
export interface BundleJob {
  /** Set while the job runs and after it is done; null before, and when nothing was done. */
  job: Job | null;
  /** True when the person stopped it. */
  stopped: boolean;
  /** True when the preview that was confirmed is out of date, so it must be shown again. */
  changed: boolean;
  /** Why nothing was done, for any other reason. */
  failure: Failure | null;
  busy: boolean;
  /** What this window is already waiting for; only one job at a time is shown in the status line. */
  waitsFor: string | null;
  start: (send: () => Promise<Envelope<{ job: Job }>>) => Promise<void>;
  stop: () => void;
}

/** Follows a job from start to end while the sheet is open; after that the status line follows it. */
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
  const failure = jobFailure(job);
  const changed = failure?.reason === 'changed_since';
  return {
    job: job && (isRunning(job) || job.state === 'done') ? job : null,
    stopped: job?.state === 'cancelled',
    changed,
    failure: refused ?? (changed ? null : failure),
    busy,
    waitsFor: awaited && awaited.id !== job?.id ? awaited.title : null,
    start,
    stop: () => job && void run('job.cancel', { id: job.id }, strings.done.stopping),
  };
}

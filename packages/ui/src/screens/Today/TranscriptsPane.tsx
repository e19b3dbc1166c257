import { useQuery } from '@tanstack/react-query';
import type { Failure, Job } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { job as jobQuery } from '../../data/queries/jobs.ts';
import { ImportTranscripts, type TranscriptAgent } from '../../groups/ImportTranscripts/ImportTranscripts.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** Imports past sessions: what was started here, its progress, and its result. */
export function TranscriptsPane() {
  const { attempt, run } = useCommands();
  const { awaited } = useCommandState();
  const [id, setId] = useState<string | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const { data: job } = useQuery({ ...jobQuery(useClient(), id ?? ''), enabled: id !== null });

  const read = async (agent: TranscriptAgent) => {
    const answer = await attempt('import.history', { agent }, strings.pastSessions.title);
    setRefused(answer.ok ? null : answer.error);
    if (answer.ok) setId(answer.value.job.id);
  };
  const stop = ({ id }: Job) => void run('job.cancel', { id }, strings.done.stopping);
  const broken: Failure | null = job?.state === 'failed' && job.error ? { ...job.error, code: 'internal' } : null;
  return (
    <ImportTranscripts
      job={job}
      busy={awaited !== null}
      failure={refused ?? broken}
      onRead={(agent) => void read(agent)}
      onStop={stop}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Failure, Job } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import { jobFailure } from '../data/screen-hint.ts';
import { ImportTranscripts, type TranscriptAgent } from '../groups/ImportTranscripts/ImportTranscripts.tsx';
import { useCommandState, useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import { useBrought } from './use-brought.ts';

/** Imports past sessions: what was started here, its progress, and its result. */
export function TranscriptsPane() {
  const { attempt, run } = useCommands();
  const { awaited } = useCommandState();
  const [id, setId] = useState<string | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const { data: job } = useQuery({ ...jobQuery(useClient(), id ?? ''), enabled: id !== null });

  const [missing, setMissing] = useState<{ agent: TranscriptAgent; message: string } | null>(null);

  const read = async (agent: TranscriptAgent, path?: string) => {
    const answer = await attempt('import.history', { agent, ...(path ? { path } : {}) }, strings.pastSessions.title);
    // That a program keeps none here is no failure: perhaps they are elsewhere.
    const isMissing = !answer.ok && answer.error.reason === 'bad_file';
    setMissing(isMissing ? { agent, message: answer.error.message } : null);
    setRefused(answer.ok || isMissing ? null : answer.error);
    if (answer.ok) setId(answer.value.job.id);
  };
  const stop = ({ id }: Job) => void run('job.cancel', { id }, strings.done.stopping);
  return (
    <ImportTranscripts
      job={job}
      busy={awaited !== null}
      failure={refused ?? jobFailure(job)}
      missing={missing}
      onRead={(agent, path) => void read(agent, path)}
      onStop={stop}
      onShow={useBrought()}
    />
  );
}

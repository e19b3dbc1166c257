import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import type { ReversalActions } from '../groups/Versions/Reversal.tsx';

/** The import that somebody is about to undo, read when they are asked whether they mean it. */
export function useAskedImport(): Pick<ReversalActions, 'askedJob' | 'onAskJob'> {
  const [jobId, onAskJob] = useState<string | null>(null);
  const { data: askedJob } = useQuery({ ...jobQuery(useClient(), jobId ?? ''), enabled: jobId !== null });
  return { askedJob, onAskJob };
}

import { useNavigate } from '@tanstack/react-router';
import type { Job, Project } from '@twicewise/contract';
import type { Brought } from '../state/job-end.ts';

/** Leads to what an import brought. Few follow it, so where it leads is loaded with the press. */
export function useBrought(chosen?: Project): (brought: Brought, job: Job) => void {
  const navigate = useNavigate();
  return async (brought, job) => {
    const { wayToBrought } = await import('./brought.ts');
    await navigate(wayToBrought(brought, job, chosen));
  };
}

import { useNavigate } from '@tanstack/react-router';
import type { Job, Project } from '@twicewise/contract';
import { useCommands } from '../state/commands.tsx';
import type { Brought } from '../state/job-end.ts';
import { strings } from '../strings.ts';

/** Leads to what an import brought. Few follow it, so where it leads is loaded with the press; when it cannot be, that is said. */
export function useBrought(chosen?: Project): (brought: Brought, job: Job) => void {
  const navigate = useNavigate();
  const { say } = useCommands();
  return (brought, job) =>
    void import('./brought.ts').then(
      ({ wayToBrought }) => navigate(wayToBrought(brought, job, chosen)),
      () => say(strings.notLoaded),
    );
}

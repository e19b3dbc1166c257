import { useNavigate } from '@tanstack/react-router';
import { type Job, resultOf } from '@twicewise/contract';
import { readView } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { readToday } from '../data/today-view.ts';
import type { Brought } from '../state/job-end.ts';

/** Leads to what an import brought: of all projects, and of past sessions those of the same program. */
export function useBrought(): (brought: Brought, job: Job) => void {
  const navigate = useNavigate();
  return (brought, job) => {
    // What was imported may be of any time; it was stored last.
    if (brought === 'lessons') return void navigate({ to: '/lessons', search: readView({ sort: 'stored' }) });
    // The program whose sessions were imported is the author of all that was found in them.
    const { agent } = resultOf('history', job);
    const author = agent && `importer:${agent}`;
    if (brought === 'sessions') return void navigate({ to: '/sessions', search: readSessions({ author }) });
    void navigate({ to: '/today', search: readToday({ source: author }) });
  };
}

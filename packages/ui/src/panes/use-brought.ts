import { useNavigate } from '@tanstack/react-router';
import { type Job, TRANSCRIPT_AGENTS } from '@twicewise/contract';
import { readView } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { readToday } from '../data/today-view.ts';
import type { Brought } from '../state/job-end.ts';

/** Leads to what an import brought: of all projects, and of past sessions those of the same program. */
export function useBrought(): (brought: Brought, job: Job) => void {
  const navigate = useNavigate();
  return (brought, { title }) => {
    // The title ends with the program whose sessions were imported, which is the author of all that was found in them.
    const program = TRANSCRIPT_AGENTS.find((name) => title.endsWith(` ${name}`));
    const author = program && `importer:${program}`;
    // What was imported may be of any time; it was stored last.
    if (brought === 'lessons') return void navigate({ to: '/lessons', search: readView({ sort: 'stored' }) });
    if (brought === 'sessions') return void navigate({ to: '/sessions', search: readSessions({ author }) });
    void navigate({ to: '/today', search: readToday({ source: author }) });
  };
}

import type { LinkProps } from '@tanstack/react-router';
import { type Job, type Project, resultOf } from '@twicewise/contract';
import { readView } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { readToday } from '../data/today-view.ts';
import type { Brought } from '../state/job-end.ts';

/** Who is the author of what an import of files brings. */
const IMPORTERS: Partial<Record<Job['kind'], string[]>> = {
  import: ['importer:lessons'],
  episodes: ['importer:session-log', 'importer:adr-038'],
  loops: ['importer:reflexion'],
  turns: ['importer:turns'],
};

/** The program whose past sessions were read is the author of all that was found in them. */
function authorsOf(job: Job): string[] | undefined {
  if (job.kind !== 'history') return IMPORTERS[job.kind];
  const { agent } = resultOf('history', job);
  return agent && [`importer:${agent}`];
}

/** Where what an import brought is seen: what is of its author. Lessons stay in the chosen project, where some came into it. */
export function wayToBrought(brought: Brought, job: Job, chosen: Project | undefined): LinkProps {
  const author = authorsOf(job);
  if (brought === 'sessions') return { to: '/sessions', search: readSessions({ author }) };
  if (brought === 'today') return { to: '/today', search: readToday({ source: author }) };
  const project = chosen && resultOf('import', job).projects.includes(chosen.name) ? chosen.id : undefined;
  // What was imported may be of any time; it was stored last.
  return { to: '/lessons', search: readView({ project, source: author, sort: 'stored' }) };
}

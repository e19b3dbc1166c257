import type { LinkProps } from '@tanstack/react-router';
import { IMPORTERS, type Job, type Project, resultOf } from '@twicewise/contract';
import { type LessonsView, STATES } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { readToday } from '../data/today-view.ts';
import type { Brought } from '../state/job-end.ts';

/** Who is the author of what an import of files brings. */
const AUTHORS: Partial<Record<Job['kind'], string[]>> = {
  episodes: [IMPORTERS.sessionLogs, IMPORTERS.adr038],
  loops: [IMPORTERS.loops],
  turns: [IMPORTERS.turns],
};

/** The program whose past sessions were read is the author of all that was found in them. */
function authorsOf(job: Job): string[] | undefined {
  if (job.kind !== 'history') return AUTHORS[job.kind]?.map((name) => `importer:${name}`);
  const { agent } = resultOf('history', job);
  return agent && [`importer:${agent}`];
}

/**
 * The new lessons of an import, rejected ones too, in the chosen project where all of them are. A result from before it named its
 * source leads to what came from any file, in the chosen project where some came into it.
 */
function lessonsOf(job: Job, chosen: Project | undefined): LessonsView {
  const { sourceId, rejected = 0, projects } = resultOf('import', job);
  const isHere = chosen && projects.includes(chosen.name) && (!sourceId || projects.length === 1);
  // What was imported may be of any time; it was stored last.
  const which: LessonsView = sourceId
    ? { import: sourceId, ...(rejected > 0 ? { state: STATES } : {}) }
    : { source: [`importer:${IMPORTERS.lessons}`], sort: 'stored' };
  return isHere ? { project: chosen.id, ...which } : which;
}

/** Where what an import brought is seen: sessions and drafts are those of its author. */
export function wayToBrought(brought: Brought, job: Job, chosen: Project | undefined): LinkProps {
  if (brought === 'lessons') return { to: '/lessons', search: lessonsOf(job, chosen) };
  const author = authorsOf(job);
  if (brought === 'sessions') return { to: '/sessions', search: readSessions({ author }) };
  return { to: '/today', search: readToday({ source: author }) };
}

import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { requireProject } from '../runtime/references.ts';

function utc(instant: string | undefined): string | null {
  return instant === undefined ? null : new Date(instant).toISOString();
}

/** Handlers of what the memory counts of itself. */
export const insightHandlers: HandlersOf<'memory.insights' | 'memory.metrics'> = {
  'memory.insights': task(({ projectId, since, until, step, utcOffset }, { services }) =>
    services.secondThread.insights({
      projectId: projectId === undefined ? null : requireProject(services.db(), projectId),
      since: utc(since),
      until: utc(until),
      step: step ?? null,
      utcOffset,
      now: new Date(services.now()).toISOString(),
    }),
  ),
  'memory.metrics': task(({ projectId, since }, { services }) =>
    services.secondThread.metrics(
      projectId === undefined ? null : requireProject(services.db(), projectId),
      utc(since),
    ),
  ),
};

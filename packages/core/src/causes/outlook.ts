import { readSettings } from '@twicewise/store';
import type { Context } from '../context.ts';
import { type Place, projectScope } from '../scope.ts';
import type { Outlook } from './view.ts';

const DAY_MS = 86_400_000;

/** From where a question looks at the graph: its projects as for lessons, and the present. */
export function outlookOf(place: Pick<Place, 'projectId' | 'everywhere'>, context: Context): Outlook {
  const { projectIds } = projectScope(place, context);
  const days = readSettings(context.db)['causes.isolatedDays'];
  return {
    projects: projectIds ? new Set(projectIds) : null,
    inactiveBefore: new Date(context.now() - days * DAY_MS).toISOString(),
  };
}

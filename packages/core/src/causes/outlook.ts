import { readSettings } from '@twicewise/store';
import type { Context } from '../runtime/context.ts';
import { projectsSeen, type SearchPlace } from '../runtime/scope.ts';
import type { Outlook } from './view.ts';

const DAY_MS = 86_400_000;

/** From where a question looks at the graph: its projects as for lessons, and the present. */
export function outlookOf(place: Pick<SearchPlace, 'projectId' | 'everywhere'>, context: Context): Outlook {
  const days = readSettings(context.db)['causes.isolatedDays'];
  return {
    projects: projectsSeen(place, context),
    inactiveBefore: new Date(context.now() - days * DAY_MS).toISOString(),
  };
}

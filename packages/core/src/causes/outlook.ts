import { readSettings } from '@twicewise/store';
import type { Context } from '../runtime/context.ts';
import { projectsSeen, type SearchPlace } from '../runtime/scope.ts';
import type { Outlook } from './view.ts';

const DAY_MS = 86_400_000;

/** The part of the graph that a caller sees: its projects, as for lessons, and the current time. */
export function outlookOf(place: Pick<SearchPlace, 'projectId' | 'everywhere'>, context: Context): Outlook {
  const days = readSettings(context.db)['causes.isolatedDays'];
  return {
    projects: projectsSeen(place, context),
    inactiveBefore: new Date(context.now() - days * DAY_MS).toISOString(),
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ParsedInputOf } from '@twicewise/contract';
import { passing } from '@twicewise/search';
import { type LessonFacts, lessonFacts, lessonSeqs, type ReadableDb } from '@twicewise/store';
import { findProjectIds, findSessionIds } from '../runtime/references.ts';
import type { Services } from '../runtime/services.ts';
import { withText } from '../runtime/text-filter.ts';
import { indexedFilter, type LessonListFilters } from './lesson-filter.ts';
import { LESSONS } from './lesson-index.ts';

/** Lessons that a person chose. */
export type Selection = ParsedInputOf<'reflection.previewMany'>['selection'];

/** Number of lessons read before yielding; about 2 ms. */
const PER_TURN = 256;

/** Resolves names in a selection to ids, so that it keeps its meaning. */
export function resolveLessonSelection(selection: Selection, db: ReadableDb): Selection {
  if ('ids' in selection) return { ids: [...new Set(selection.ids)] };
  const { projectId, sessionId, ...filters } = selection.filters;
  return {
    filters: {
      ...filters,
      ...(projectId === undefined ? {} : { projectId: findProjectIds(db, projectId) }),
      ...(sessionId === undefined ? {} : { sessionId: findSessionIds(db, sessionId) }),
    },
  };
}

async function matching(filters: LessonListFilters, services: Services): Promise<number[]> {
  const { table } = await services.index(LESSONS);
  const filter = indexedFilter(filters, services.db());
  const collect = (hasText: ReadonlySet<number> | null) => {
    const passes = passing(table, table.predicate(filter), hasText);
    const seqs: number[] = [];
    for (let slot = 0; slot < table.slotCount; slot++) if (passes(slot)) seqs.push(table.seqOf(slot));
    return seqs;
  };
  const seqs = collect(await withText(services, filters.text, () => collect(null)));
  return [...Float64Array.from(seqs).sort()];
}

/** `seq` of the selected lessons, ascending. */
export async function selectedSeqs(selection: Selection, services: Services): Promise<number[]> {
  return 'ids' in selection ? lessonSeqs(services.db(), selection.ids) : matching(selection.filters, services);
}

/** Reads facts of lessons in groups; yields to other work in between. */
export async function eachFacts(
  services: Services,
  seqs: readonly number[],
  visit: (facts: LessonFacts) => void,
): Promise<void> {
  for (let from = 0; from < seqs.length; from += PER_TURN) {
    for (const facts of lessonFacts(services.db(), seqs.slice(from, from + PER_TURN))) visit(facts);
    await nextTurn();
  }
}

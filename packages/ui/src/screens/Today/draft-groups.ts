import { type LessonGroup, type LessonGrouping, NO_RULE } from '@twicewise/contract';
import { useCallback } from 'react';
import { facetWord } from '../../data/facet-view.ts';
import type { LessonFilter } from '../../data/queries/reflections.ts';
import { useProjectName } from '../../state/chosen-project.tsx';
import { review } from '../../strings/today.ts';
import type { Row } from './queue.ts';

/** A group of drafts, as the host counts it. */
export type DraftGroup = Pick<LessonGroup, 'value' | 'label' | 'count'>;

/** The group of each draft that is loaded, by its id. */
export function groupsOf(
  pages: readonly { items: readonly Row[]; groups?: readonly LessonGroup[] | undefined }[],
): ReadonlyMap<string, DraftGroup> {
  const known = new Map<string, DraftGroup>();
  const groups = new Map<string, DraftGroup>();
  for (const { items, groups: here = [] } of pages) {
    let at = 0;
    for (const group of here) {
      const one = known.get(group.value) ?? group;
      known.set(group.value, one);
      for (const { id } of items.slice(at, at + group.here)) groups.set(id, one);
      at += group.here;
    }
  }
  return groups;
}

/** The groups, by the index of their first draft. What was decided and not counted again yet is taken off their counts. */
export function headsIn(
  drafts: readonly Row[],
  rows: readonly Row[],
  groups: ReadonlyMap<string, DraftGroup>,
): ReadonlyMap<number, DraftGroup> {
  const left = new Map<DraftGroup, number>();
  const still = new Set(drafts.map(({ id }) => id));
  for (const { id } of rows) {
    const group = groups.get(id);
    if (group && !still.has(id)) left.set(group, (left.get(group) ?? 0) + 1);
  }
  const heads = new Map<number, DraftGroup>();
  let before: DraftGroup | undefined;
  for (const [index, { id }] of drafts.entries()) {
    const group = groups.get(id);
    if (group && group !== before) heads.set(index, { ...group, count: group.count - (left.get(group) ?? 0) });
    before = group;
  }
  return heads;
}

/** The label of a value that drafts are filtered and grouped by. */
export function draftWord(by: LessonGrouping, value: string): string {
  if (by === 'rule') return value === NO_RULE ? review.group.noRule : review.ruleName(value);
  return facetWord(by, value);
}

/** Returns the name of a group. */
export function useGroupName(): (by: LessonGrouping, group: DraftGroup) => string {
  const projectName = useProjectName();
  return useCallback(
    (by, { value, label }) => {
      const name = label ?? draftWord(by, value);
      return by === 'project' ? projectName(value, name) : name;
    },
    [projectName],
  );
}

/** The filter of the host that lists exactly the drafts of a group. */
export function filterOfGroup(filter: LessonFilter, by: LessonGrouping, { value }: DraftGroup): LessonFilter {
  return by === 'project' ? { ...filter, projectId: value } : { ...filter, [by]: value };
}

import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '@twicewise/contract';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { choicesAmong, type ShownFacet } from '../../data/facets.ts';
import { toggled } from '../../data/lessons-view.ts';
import { lessonFacets } from '../../data/queries/facets.ts';
import type { DraftPatch, TodayView } from '../../data/today-view.ts';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { FacetsFrame } from '../../groups/Facets/FacetsFrame.tsx';
import { strings } from '../../strings.ts';
import { draftWord } from './draft-groups.ts';
import { draftFilter } from './use-queue.ts';

const words = strings.facets;
/** The filters of drafts, in the order of display. */
const GROUPS = ['project', 'rule', 'source'] as const;
/** The name of a filter of drafts. */
export type DraftFilterName = (typeof GROUPS)[number];

/** The part of a link that a filter of drafts is in. The project of the window is another one: a filter does not change it. */
const partOf = (group: DraftFilterName) => (group === 'project' ? 'projects' : group);

/** The change that chooses a value of a group, or removes it. */
export function draftPatch(
  view: TodayView,
  group: DraftFilterName,
  value: string,
  known: string | undefined,
): DraftPatch {
  const left = toggled(view[partOf(group)], known ?? value);
  return { [partOf(group)]: left.length > 0 ? left : undefined };
}

/** The values that the filters name, each with its group. */
export function draftFilters(view: TodayView): { group: DraftFilterName; value: string }[] {
  return GROUPS.flatMap((group) => (view[partOf(group)] ?? []).map((value) => ({ group, value })));
}

interface DraftFacetsPaneProps {
  view: TodayView;
  paneRef: RefObject<HTMLElement | null>;
  onChange: (patch: DraftPatch) => void;
  onClose: () => void;
}

/** The drafts by project, rule and source, each with its count; choosing one lists its drafts. */
export function DraftFacetsPane({ view, paneRef, onChange, onClose }: DraftFacetsPaneProps) {
  const query = useQuery(lessonFacets(useClient(), draftFilter(view)));
  const groups = GROUPS.filter((name) => name !== 'project' || view.project === undefined);
  const shownOf = (facets: OutputOf<'reflection.facets'>['facets']) =>
    groups.map((name): ShownFacet<DraftPatch> => {
      const asked = view[partOf(name)] ?? [];
      const choices = choicesAmong(facets[name], {
        asked,
        wordOf: (value) => draftWord(name, value),
        patchOf: (value, known) => draftPatch(view, name, value, known),
      });
      const { more } = facets[name];
      return { name, title: words.names[name], isOpen: true, choices, chosen: asked.length, more };
    });
  return (
    <FacetsFrame paneRef={paneRef} onClose={onClose}>
      <Facets paneRef={paneRef} query={query} failed={words.failed} shownOf={shownOf} onChange={onChange} />
    </FacetsFrame>
  );
}

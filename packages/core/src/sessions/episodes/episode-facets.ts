import {
  EPISODE_FACETS,
  type EpisodeFacetName,
  type Facet,
  MAX_FACET_VALUES,
  type OutputOf,
  type ParsedInputOf,
} from '@twicewise/contract';
import { projectNames } from '@twicewise/store';
import type { TaskContext } from '../../runtime/handler.ts';
import { withText } from '../../runtime/text-filter.ts';
import { unrecordedSessions } from '../unrecorded.ts';
import { EPISODE_TABLE, type EpisodeTest, type ListedEpisode, monthOf, passes } from './episode-table.ts';
import { episodeTest } from './list-episodes.ts';

interface FacetRule {
  valuesOf(episode: ListedEpisode): readonly string[];
  /** The facet's own filters; none when all chosen values must hold together. */
  own: readonly (keyof EpisodeTest)[];
  chosen(filter: EpisodeTest): readonly string[] | undefined;
}

const RULES: Record<EpisodeFacetName, FacetRule> = {
  project: { valuesOf: (one) => [one.projectId], own: ['projectIds'], chosen: (filter) => filter.projectIds },
  outcome: { valuesOf: (one) => [one.outcome], own: ['outcomes'], chosen: (filter) => filter.outcomes },
  outcomeSource: {
    valuesOf: (one) => [one.outcomeSource],
    own: ['outcomeSources'],
    chosen: (filter) => filter.outcomeSources,
  },
  has: { valuesOf: (one) => one.has, own: [], chosen: (filter) => filter.has },
  author: { valuesOf: (one) => [one.author], own: ['authors'], chosen: (filter) => filter.authors },
  happened: {
    valuesOf: (one) => [monthOf(one)],
    own: ['months', 'since', 'until'],
    chosen: (filter) => filter.months,
  },
};

/** For each facet all filters but its own. Facets without a filter share one test. */
function testsOf(filter: EpisodeTest): Map<EpisodeFacetName, EpisodeTest> {
  return new Map(
    EPISODE_FACETS.map((name) => {
      const own = RULES[name].own.filter((key) => filter[key] !== undefined);
      return [
        name,
        own.length === 0 ? filter : { ...filter, ...Object.fromEntries(own.map((key) => [key, undefined])) },
      ];
    }),
  );
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** The most frequent values, then the chosen ones among the others. */
function facetOf(counts: ReadonlyMap<string, number>, chosen: readonly string[], isByTime: boolean): Facet {
  const byCount = [...counts].sort(([a, many], [b, some]) => some - many || byText(a, b));
  const named = byCount.slice(0, MAX_FACET_VALUES);
  const shown = isByTime ? named.sort(([a], [b]) => byText(b, a)) : named;
  const values = shown.map(([value, count]) => ({ value, count }));
  for (const value of chosen) {
    if (!values.some((one) => one.value === value)) values.push({ value, count: counts.get(value) ?? 0 });
  }
  return { values, more: byCount.length > named.length };
}

/** Implements `episode.facets` from the table in memory. The store is read only for a text filter. */
export async function episodeFacetsOf(
  { unrecorded: isWhole, ...filters }: ParsedInputOf<'episode.facets'>,
  { services }: TaskContext,
): Promise<OutputOf<'episode.facets'>> {
  const episodes = await services.part(EPISODE_TABLE)();
  const filter = episodeTest(filters, services.db());
  const tests = testsOf(filter);
  const asked = [...new Set(tests.values())];
  const isAsked = (one: ListedEpisode) => asked.some((test) => passes(one, test));
  const candidates = [...episodes].filter(isAsked);
  const hasText = await withText(services, filters.text, () => candidates.map(({ seq }) => seq), 'episodes');
  const recorded = hasText ? candidates.filter(({ seq }) => hasText.has(seq)) : candidates;
  const unrecorded = isWhole ? await unrecordedSessions(services, isAsked, filters) : [];
  const counted = [...recorded, ...unrecorded];
  const facets = EPISODE_FACETS.map((name) => {
    const { valuesOf, chosen } = RULES[name];
    const counts = new Map<string, number>();
    for (const episode of counted) {
      if (!passes(episode, tests.get(name) ?? filter)) continue;
      for (const value of valuesOf(episode)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [name, facetOf(counts, chosen(filter) ?? [], name === 'happened')] as const;
  });
  const found = Object.fromEntries(facets) as OutputOf<'episode.facets'>['facets'];
  const ids = found.project.values.map(({ value }) => value);
  const names = projectNames(services.db(), ids);
  const values = found.project.values.map((one) => ({ ...one, label: names.get(one.value) ?? one.value }));
  const total = counted.filter((episode) => passes(episode, filter)).length;
  return { total, facets: { ...found, project: { ...found.project, values } } };
}

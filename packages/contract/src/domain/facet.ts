import * as z from 'zod';
import { FACET_FILTERS, isEpisodeAuthor, isLessonSource, isMonth } from '../facts/filters.ts';

/** A lesson's confidence in bands: `low` below 0.5, `medium` below 0.8, `high` from 0.8; `none` when it states none. */
export const confidenceBand = z.enum(['none', 'low', 'medium', 'high']);
/** See {@link confidenceBand}. */
export type ConfidenceBand = z.infer<typeof confidenceBand>;

/** Lower bounds of the bands. */
export const BAND_FROM = { medium: 0.5, high: 0.8 } as const;

/** The band of a confidence. */
export function confidenceBandOf(confidence: number | null): ConfidenceBand {
  if (confidence === null) return 'none';
  if (confidence < BAND_FROM.medium) return 'low';
  return confidence < BAND_FROM.high ? 'medium' : 'high';
}

/** Who added a lesson: `person`, `agent`, or `importer:` with the importer's name. */
export const lessonSource = z
  .string()
  .max(300)
  .refine(isLessonSource, { message: 'must be person, agent, or importer:NAME' });

/** A month in UTC. */
export const month = z.string().refine(isMonth, { message: 'must be a month such as 2026-03' });

/** Maximum number of values in one facet. */
export const MAX_FACET_VALUES = 200;

/** One facet: its values, each with the number of records that choosing it would show. */
export const facet = z.object({
  values: z.array(
    z.object({
      value: z.string().describe('As the filter takes it'),
      label: z.string().optional().describe('What people call it, where that is something else'),
      count: z.int(),
    }),
  ),
  more: z.boolean().describe(`There are more values than the ${MAX_FACET_VALUES} with the most records`),
});
/** See {@link facet}. */
export type Facet = z.infer<typeof facet>;

/** Names of the facets. */
export const FACETS = Object.keys(FACET_FILTERS) as readonly FacetName[];
/** One of {@link FACETS}. */
export type FacetName = keyof typeof FACET_FILTERS;

/** Every facet of a list of lessons. */
export const lessonFacets = z.object({
  project: facet.describe('Filter: projectId'),
  session: facet.describe('Filter: sessionId'),
  outcome: facet.describe('Filter: outcome'),
  tag: facet.describe('Filter: tags, which must all hold; so these counts keep the tags that are chosen'),
  failureCategory: facet.describe('Filter: failureCategory'),
  state: facet.describe('Filter: state'),
  kind: facet.describe('Filter: kind'),
  agent: facet.describe('Filter: agent'),
  source: facet.describe('Filter: source'),
  rule: facet.describe('Filter: rule'),
  confidence: facet.describe('Filter: confidence, or minConfidence'),
  feedback: facet.describe('Filter: feedback'),
  created: facet.describe('Filter: month, or since and until; the newest first'),
});

/** Who recorded an episode: `person`, or `agent:` or `importer:` with its name. */
export const episodeAuthor = z
  .string()
  .max(300)
  .refine(isEpisodeAuthor, { message: 'must be person, agent:NAME, or importer:NAME' });

/**
 * What an episode may be filtered by having: decisions, lessons, events of these types, links other than order in time, or attempts of
 * its session.
 */
export const EPISODE_PARTS = ['decisions', 'errors', 'tests', 'commits', 'links', 'lessons', 'attempts'] as const;
/** See {@link EPISODE_PARTS}. */
export const episodePart = z.enum(EPISODE_PARTS);
/** See {@link EPISODE_PARTS}. */
export type EpisodePart = z.infer<typeof episodePart>;

/** Names of the facets of episodes. */
export const EPISODE_FACETS = ['project', 'outcome', 'outcomeSource', 'has', 'author', 'happened'] as const;
/** One of {@link EPISODE_FACETS}. */
export type EpisodeFacetName = (typeof EPISODE_FACETS)[number];

/** Every facet of a list of episodes. */
export const episodeFacets = z.object({
  project: facet.describe('Filter: projectId'),
  outcome: facet.describe('Filter: outcome'),
  outcomeSource: facet.describe('Filter: outcomeSource'),
  has: facet.describe('Filter: has, of which all must hold; so these counts keep what is chosen'),
  author: facet.describe('Filter: author'),
  happened: facet.describe('Filter: month, or since and until; the newest first'),
});

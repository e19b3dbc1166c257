import { COMPARED_FIELDS } from '@twicewise/contract';
import { overlapOf } from './overlap.ts';
import type { Profile, StatementField } from './profile.ts';

/**
 * Pairs with at least this score are shown; pairs with at least `SURE` are called likely. The values were chosen by judging pairs
 * of real lessons by hand (docs/adr/0018): of 18 pairs above `SURE`, 17 said the same; of 13 between the two values, 10 did;
 * below `SHOWN`, fewer than half did.
 */
export const SHOWN = 0.6;
/** See {@link SHOWN}. */
export const SURE = 0.7;
/** Minimum overlap of the tasks: lessons made from one template share most of their text but are about different things. */
const SAME_MATTER = 0.4;
/** Maximum number of reasons of each kind. */
const MAX_REASONS = 8;

/** Why two lessons probably say the same. */
export interface Resemblance {
  /** Overlap of everything they say, 0 to 1. */
  score: number;
  taskOverlap: number;
  sameTask: boolean;
  /** Statements that both make, as the first words them. */
  statements: { field: StatementField; text: string }[];
  /** Words that both use. */
  terms: string[];
  /** Words that only one of them uses. */
  onlyOne: string[];
  onlyOther: string[];
}

function sharedStatements(one: Profile, other: Profile): Resemblance['statements'] {
  return COMPARED_FIELDS.flatMap((field) => {
    const known = new Set(other.statements[field].map(({ key }) => key));
    return one.statements[field].filter(({ key }) => known.has(key)).map(({ text }) => ({ field, text }));
  }).slice(0, MAX_REASONS);
}

function wordsOf(profile: Profile, keep: (stem: string) => boolean): string[] {
  return [...profile.terms]
    .filter(([stem]) => stem !== 'not' && keep(stem))
    .slice(0, MAX_REASONS)
    .map(([, word]) => word);
}

/**
 * True unless the lessons report different outcomes: attempts that ended differently are different attempts, however similar
 * their wording.
 */
function endedAlike(one: Profile, other: Profile): boolean {
  return one.outcome === other.outcome || one.outcome === 'unknown' || other.outcome === 'unknown';
}

/** How and why two lessons resemble each other; null when they probably do not say the same. */
export function resemblanceOf(one: Profile, other: Profile): Resemblance | null {
  // A statement and its negation share every word but the negation.
  if (!endedAlike(one, other) || one.terms.has('not') !== other.terms.has('not')) return null;
  const taskOverlap = overlapOf(one.task.stems, other.task.stems, [one.task.weight, other.task.weight]);
  const score = overlapOf(one.terms, other.terms);
  if (taskOverlap < SAME_MATTER || score < SHOWN) return null;
  return {
    score,
    taskOverlap,
    sameTask: one.task.key === other.task.key,
    statements: sharedStatements(one, other),
    terms: wordsOf(one, (stem) => other.terms.has(stem)),
    onlyOne: wordsOf(one, (stem) => !other.terms.has(stem)),
    onlyOther: wordsOf(other, (stem) => !one.terms.has(stem)),
  };
}

import {
  type AttemptAnalysis,
  type AttemptContent,
  CONFIDENCE_BANDS,
  MIN_REFLECTION_LENGTH,
  type Outcome,
  type ReflectionFlag,
} from '@twicewise/contract';
import type { ReflectionMeasures } from '@twicewise/store';
import { hasImproved, taskKey } from './improvement.ts';
import type { RewardedAttempt } from './reward.ts';

// Whether reflections are of use to the next attempt (S3-61, S3-62), and whether confidence was justified (S3-52). Both ask how the
// NEXT attempt went, not how this one compares with the one before (B3-10).

type Judged = Omit<ReflectionMeasures, 'lessons'>;

const isBlank = (text: string | null) => (text ?? '').trim() === '';

/** What is weak in a reflection by itself. An attempt that succeeded has nothing to explain. */
function weaknessesOf(outcome: Outcome, reflection: Judged | null): Exclude<ReflectionFlag, 'overconfident'>[] {
  if (reflection === null || outcome === 'success') return [];
  const { text, rootCause, failingActions, insights } = reflection;
  const found = {
    no_insights: insights.every(isBlank),
    too_short: text.trim().length < MIN_REFLECTION_LENGTH,
    no_credit: isBlank(rootCause) && failingActions.length === 0,
  };
  return (['no_insights', 'too_short', 'no_credit'] as const).filter((flag) => found[flag]);
}

/** The flags of a reflection, given whether the next attempt at the task was better. Doubt is none, whatever came of it. */
export function flagsOf(outcome: Outcome, reflection: Judged | null, improved: boolean | null): ReflectionFlag[] {
  const weak = weaknessesOf(outcome, reflection);
  const isSure = outcome !== 'success' && (reflection?.confidence ?? 0) >= CONFIDENCE_BANDS.sure;
  return isSure && improved === false ? [...weak, 'overconfident'] : weak;
}

const MISSING: Readonly<Record<Exclude<ReflectionFlag, 'overconfident'>, string>> = {
  no_insights: 'it has no insights, which say what to do in the next attempt',
  too_short: `its text has less than ${MIN_REFLECTION_LENGTH} characters`,
  no_credit: 'it names neither a root cause nor a failing action',
};

/** What the author of an attempt should add next time. Nothing is refused for it. */
export function notesOnReflection(outcome: Outcome, { reflection, actor }: AttemptContent): string[] {
  const weak = weaknessesOf(outcome, reflection).map((flag) => MISSING[flag]);
  const actions = actor?.actions.length ?? 0;
  const unknown = (reflection?.failingActions ?? []).filter((place) => place >= actions);
  const places = `failingActions names places that no action has: ${unknown.slice(0, 5).join(', ')}. There are ${actions}, counted from 0.`;
  return [
    ...(weak.length === 0 ? [] : [`The reflection is stored, but weak: ${weak.join('; ')}.`]),
    ...(unknown.length === 0 ? [] : [places]),
  ];
}

/** For each attempt, whether the next one at its task was better; null for the last one. */
function improvedNext(measures: readonly RewardedAttempt[]): (boolean | null)[] {
  const next = new Map<string, RewardedAttempt>();
  return measures
    .toReversed()
    .map((now) => {
      const after = next.get(taskKey(now));
      next.set(taskKey(now), now);
      return after ? hasImproved(now, after) : null;
    })
    .reverse();
}

/** How often each flag was found. */
export function qualityOf(measures: readonly RewardedAttempt[]): AttemptAnalysis['quality'] {
  const improved = improvedNext(measures);
  const counts = new Map<ReflectionFlag, number>();
  for (const [index, { outcome, reflection }] of measures.entries()) {
    const flags = flagsOf(outcome, reflection, improved[index] ?? null);
    for (const flag of flags) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  }
  const judged = measures.filter(({ outcome, reflection }) => outcome !== 'success' && reflection !== null);
  const flags = [...counts].map(([flag, count]) => ({ flag, count })).sort((a, b) => b.count - a.count);
  return { n: judged.length, flags };
}

/** How often an attempt was followed by a better one, by the confidence that it stated. */
export function confidenceKeptBy(measures: readonly RewardedAttempt[]): AttemptAnalysis['confidenceKept'] {
  const improved = improvedNext(measures);
  const bands = { sure: { n: 0, improved: 0 }, middle: { n: 0, improved: 0 }, doubt: { n: 0, improved: 0 } };
  for (const [index, { outcome, confidence }] of measures.entries()) {
    const isBetter = improved[index] ?? null;
    if (outcome === 'success' || confidence === null || isBetter === null) continue;
    const { sure, doubt } = CONFIDENCE_BANDS;
    const band = bands[confidence >= sure ? 'sure' : confidence < doubt ? 'doubt' : 'middle'];
    band.n++;
    if (isBetter) band.improved++;
  }
  return (['sure', 'middle', 'doubt'] as const).flatMap((band) =>
    bands[band].n > 0 ? [{ band, ...bands[band] }] : [],
  );
}

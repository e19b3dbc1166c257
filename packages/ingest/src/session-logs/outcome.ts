import type { Outcome } from '@twicewise/contract';
import type { LogDraft, StatedOutcome } from './draft.ts';

/** How a session ended, and how that is known (R2). */
export interface Ending {
  outcome: Outcome;
  outcomeSource: 'measured' | 'reported' | 'defaulted';
  outcomeNative: string | null;
}

/** True when counted failures remain that no later result corrected. */
function isFailing({ results, events }: LogDraft): boolean {
  const last = results.at(-1);
  if (last !== undefined) return (last.failed ?? 0) > 0;
  return events.some(({ type, extra }) => type === 'error' && extra.failures !== undefined);
}

/**
 * What the gates of the end say. Success needs every gate about the result, and a proof: evidence, or work that the log
 * describes. A checklist that nobody filled in says nothing.
 */
function measured(draft: LogDraft): Outcome {
  const gates = draft.gates.filter(({ kind }) => kind === 'result');
  if (gates.length === 0) return 'unknown';
  const isProved = gates.some(({ isDone, evidence }) => isDone && evidence !== '');
  const hasWork =
    draft.events.some(({ extra }) => extra.untyped !== true) || draft.decisions.length > 0 || draft.lessons.length > 0;
  if (!isProved && !hasWork) return 'unknown';
  const hasCommitted = draft.events.some(({ type }) => type === 'commit');
  if (gates.every(({ isDone, isPromised }) => isDone && (hasCommitted || !isPromised))) return 'success';
  return isFailing(draft) ? 'failure' : 'partial';
}

/** The field that counts: the first that states a failure, else the first. */
function fieldOf(stated: readonly StatedOutcome[]): StatedOutcome | undefined {
  return stated.find(({ outcome }) => outcome !== 'success') ?? stated[0];
}

/**
 * Lowers the outcome when the log itself calls something unfinished, whatever was ticked. Failures count before what is left to
 * do.
 */
function lessOpen(ending: Ending, draft: LogDraft): Ending {
  const open = draft.openEnds.find(({ outcome }) => outcome === 'failure') ?? draft.openEnds[0];
  if (ending.outcome !== 'success' && ending.outcome !== 'unknown') return ending;
  if (open !== undefined) return fromField({ outcome: open.outcome, native: open.said || null, isEarly: false });
  // Checkboxes were ticked beside a test run with failures, and no later run was counted.
  const last = draft.results.at(-1);
  const hasFailed = last !== undefined && last.passed !== null && (last.failed ?? 0) > 0;
  return ending.outcome === 'success' && hasFailed ? { ...ending, outcome: 'partial', outcomeNative: null } : ending;
}

/**
 * The outcome, from gates, fields and what the log calls open, never from the tone of the text. Without any of these it is
 * unknown (R2).
 */
export function endingOf(draft: LogDraft): Ending {
  return lessOpen(fromGatesAndFields(draft), draft);
}

function fromGatesAndFields(draft: LogDraft): Ending {
  const gates = measured(draft);
  const field = fieldOf(draft.stated);
  // The word of a field that does not decide would only contradict the outcome.
  const native = field?.outcome === gates ? field.native : null;
  const fromGates: Ending = { outcome: gates, outcomeSource: 'measured', outcomeNative: native };
  if (field === undefined) {
    return gates === 'unknown' ? { outcome: 'unknown', outcomeSource: 'defaulted', outcomeNative: null } : fromGates;
  }
  // A field that says success does not outweigh an open gate, and one from the beginning does not outweigh what came later.
  if (gates === 'partial' || gates === 'failure') return field.outcome === 'failure' ? fromField(field) : fromGates;
  return gates === 'success' && (field.isEarly || field.outcome === 'success') ? fromGates : fromField(field);
}

function fromField({ outcome, native }: StatedOutcome): Ending {
  return { outcome, outcomeSource: 'reported', outcomeNative: native };
}

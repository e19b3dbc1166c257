import { AppError, type ParsedInputOf } from '@twicewise/contract';
import { isClaimed } from '@twicewise/store';
import { claimText, type RecordedClaim, recordClaim, STANCE_VERBS } from '../runtime/claims.ts';
import type { WriteContext } from '../runtime/context.ts';
import { isPattern, textOf } from './cases.ts';

/** A claim about a pattern. */
export interface PatternInput {
  kind: 'task' | 'error';
  trigger: string;
  action: string;
}

/** Throws `invalid_input` when trigger and action are no pattern: too vague, or the action repeats the trigger. */
export function refuseEmpty({ kind, trigger, action }: PatternInput): void {
  if (isPattern({ kind, trigger: textOf(trigger), action: textOf(action) })) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'That is no pattern',
    effect: '; nothing was stored.',
    hint: 'Trigger and action each need two words that say something, at most 2,000 and 1,000 characters, and the action must not repeat the trigger.',
  });
}

/** Stores a claim about a pattern and returns its id. */
export function storeWord(
  context: WriteContext,
  input: ParsedInputOf<'pattern.assert'>,
  { kind, trigger, action }: PatternInput,
): RecordedClaim {
  const about = {
    relation: 'calls_for' as const,
    from: { kind, text: trigger },
    to: { kind: 'action', text: action },
  };
  // One that is known by its id was there before, if only as a suggestion.
  const isGiven = typeof input.pattern !== 'string' && input.stance === 'supports';
  const isNew = (projectId: string) => isGiven && !isClaimed(context.db, projectId, about);
  const summary = (projectId: string) =>
    `${isNew(projectId) ? 'Added' : STANCE_VERBS[input.stance]}: ${claimText(trigger, about.relation, action)}`;
  return recordClaim(context, input, about, { name: 'pattern.assert', summary });
}

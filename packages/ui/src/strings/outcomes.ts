import { OUTCOMES, type Outcome } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** How many attempts ended so, or things came out so. */
export const ENDED = {
  success: (value) => plural(value, 'success', 'successes'),
  partial: (value) => `${count(value)} partial`,
  failure: (value) => plural(value, 'failure', 'failures'),
  unknown: (value) => `${count(value)} unknown`,
} as const satisfies Record<Outcome, (value: number) => string>;

/** How attempts ended, by their number of each outcome; those that are none are left out. */
export function endedSo(of: Readonly<Record<Outcome, number>>): string {
  return OUTCOMES.flatMap((outcome) => (of[outcome] > 0 ? [ENDED[outcome](of[outcome])] : [])).join(', ');
}

import type { Outcome, Session } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** How many attempts ended so. */
const ENDED = {
  success: (value) => `${count(value)} passed`,
  partial: (value) => `${count(value)} in part`,
  failure: (value) => `${count(value)} failed`,
  unknown: (value) => `${count(value)} not known`,
} as const satisfies Record<Outcome, (value: number) => string>;
const ORDER = ['success', 'partial', 'failure', 'unknown'] as const satisfies readonly Outcome[];

/** Texts for a session that has attempts, but no record. */
export const unrecorded = {
  badge: 'attempts only',
  only: 'Attempts only',
  hint: 'Its attempts were recorded; nothing else says what happened in it.',
  /** What it is called where nobody stated its goal. */
  name: ({ nativeId, agent }: Pick<Session, 'nativeId' | 'agent'>) => {
    if (nativeId !== null) return `Session ${nativeId}`;
    return agent === null ? 'A session without a name' : `A session of ${agent}`;
  },
  attempts: (attempts: Readonly<Record<Outcome, number>>) => {
    const ended = ORDER.flatMap((outcome) => (attempts[outcome] > 0 ? [ENDED[outcome](attempts[outcome])] : []));
    const total = ORDER.reduce((sum, outcome) => sum + attempts[outcome], 0);
    return `${plural(total, 'attempt', 'attempts')}: ${ended.join(', ')}`;
  },
  whyNot: 'This session has attempts only, and no record',
};

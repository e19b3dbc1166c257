import type { Verdict } from '@twicewise/contract';
import { count, named } from './numbers.ts';

const verdictName: Record<Verdict, string> = { helpful: 'Helpful', unhelpful: 'Unhelpful', harmful: 'Harmful' };

/** Texts for feedback on a lesson. */
export const verdict = {
  title: 'Did it help?',
  name: verdictName,
  done: (value: Verdict, title: string) => named(`Marked ${value}`, title),
  counts: (counts: Record<Verdict, number>) =>
    (Object.keys(verdictName) as Verdict[]).map((value) => `${count(counts[value])} ${value}`).join(' · '),
};

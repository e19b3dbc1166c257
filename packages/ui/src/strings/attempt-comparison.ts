import { shorten } from '@twicewise/contract';
import { count } from './numbers.ts';

/** Texts of two attempts side by side. */
export const attemptComparison = {
  choose: 'Compare',
  chooseOf: (strategy: string) => `Compare: ${shorten(strategy, 80)}`,
  chosen: 'Chosen to compare',
  chosenOf: (strategy: string) => `Chosen to compare: ${shorten(strategy, 80)}`,
  chooseOther: 'Choose another attempt to compare it with.',
  title: 'Two attempts side by side',
  close: 'Close comparison',
  loading: 'Loading both attempts…',
  failed: 'Could not load the attempts.',
  what: 'What',
  first: (ordinal: number) => `#${count(ordinal)}, earlier`,
  second: (ordinal: number) => `#${count(ordinal)}, later`,
  rows: {
    task: 'Task',
    tried: 'Tried',
    outcome: 'Outcome',
    checks: 'Checks',
    errors: 'Errors',
    changed: 'Changed',
    lessons: 'Lessons shown before',
    took: 'Time',
    tokens: 'Tokens',
    reward: 'Reward',
    reflection: 'Reflection',
  },
  nothing: 'none',
  unknown: 'not known',
  /** Marks what only one of the two has. */
  onlyIn: (ordinal: number) => `only in #${count(ordinal)}`,
  /** Attempts at two tasks may have the same number. */
  onlyHere: 'only here',
};

import { onDemand } from '../../elements/OnDemand/on-demand.tsx';
import type { OwnWordsProps } from './DiffText.tsx';

// What finds the difference is loaded with the first that shows one, because most visits show none.

/** Two texts as one, by words. */
export const LateDiffText = onDemand(async () => (await import('./DiffText.tsx')).DiffText);

/** A text with its own words marked, as another one does not have them; without marks until these are found. */
export const LateOwnWords = onDemand<OwnWordsProps>(
  async () => (await import('./DiffText.tsx')).OwnWords,
  ({ text }) => text,
);

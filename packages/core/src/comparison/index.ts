export { CANDIDATES, Comparer, type Contradiction, type Suspect } from './comparer.ts';
export { PairShelf, pairKey } from './pair-shelf.ts';

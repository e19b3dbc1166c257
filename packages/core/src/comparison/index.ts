export { CANDIDATES, Comparer, type Contradiction, type Suspect } from './comparer.ts';
export { oppositionsOf } from './opposition.ts';
export { PairShelf, pairKey } from './pair-shelf.ts';
export { profileOf } from './profile.ts';
export { resemblanceOf, SHOWN, SURE } from './resemblance.ts';

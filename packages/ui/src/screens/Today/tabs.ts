/**
 * The tabs of Today besides drafts, loaded when the first of them is chosen. They are one file: of several, the bundler would take
 * apart what they share with the rest, which makes the first load larger.
 */
export { ContradictionsPane } from './ContradictionsPane.tsx';
export { ShownPane } from './FactsPanes.tsx';
export { HarmfulPane } from './HarmfulPane.tsx';
export { SuspectsPane } from './SuspectsPane.tsx';
export { UnusedPane } from './UnusedPane.tsx';

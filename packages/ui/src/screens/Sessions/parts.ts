/**
 * The parts of a session besides its timeline, decisions and lessons, loaded when the first of them is chosen. They are one file:
 * of several, the bundler would take apart what they share with the rest, which makes the first load larger.
 */
export { AttemptsPart } from './AttemptsPart.tsx';
export { ShownPart } from './ShownPart.tsx';
export { SummaryPart } from './SummaryPart.tsx';
export { TurnsPart } from './TurnsPart.tsx';

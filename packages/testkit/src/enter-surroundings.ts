import { enterOwnSurroundings } from './surroundings.ts';

export { BUILT_COMMAND, TESTED_COMMAND } from './surroundings.ts';

// Test runners import this first. Each of their processes, and all that these start, gets its own home.
enterOwnSurroundings();

import { enterOwnSurroundings } from './surroundings.ts';

export { BUILT_COMMAND, TESTED_COMMAND } from './surroundings.ts';

// Imported first by whatever runs tests: each of its processes, and all that they start, has a home of its own.
enterOwnSurroundings();

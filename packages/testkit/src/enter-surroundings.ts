import { enterOwnSurroundings } from './surroundings.ts';

// Imported first by whatever runs tests: each of its processes, and all that they start, has a home of its own.
enterOwnSurroundings();

import { tryMerges, tryRoundTrips } from './histories.ts';
import { tryMutants } from './mutants.ts';

// A process that does one part of many runs: part.ts WHAT FIRST COUNT. The last line of its output is its result.

const PARTS = {
  mutants: tryMutants,
  'round trips': (first: number, count: number) => tryRoundTrips(count, first),
  merges: (first: number, count: number) => tryMerges(count, first),
} as const;

const [what, first, count] = process.argv.slice(2);
const part = PARTS[what as keyof typeof PARTS];
if (!part) throw new Error(`there is no part ${what}`);
process.stdout.write(JSON.stringify(await part(Number(first), Number(count))));

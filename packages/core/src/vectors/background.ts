import type { Background } from '@twicewise/store';

/**
 * Lessons of software work that have nothing to do with each other. Models differ in how near they put unrelated texts
 * (some near 0, some at 0.7), so a cosine means nothing by itself: these say what "unrelated" is in a model.
 */
export const UNRELATED_TEXTS: readonly string[] = [
  'Fix login tokens that expire too early\nCompare the clocks of both servers first',
  'Speed up thumbnails in the photo gallery\nDecode images in a worker thread',
  'Parse bank statements with quoted commas\nUse a real CSV parser instead of split',
  'Move the orders table to a partitioned schema\nCopy in batches of a thousand rows',
  'The keyboard focus jumps out of the dialog\nTrap the focus and restore it on close',
  'Docker image is two gigabytes large\nBuild in stages and copy only the result',
  'Flaky test of the payment queue\nFake the clock and await the last message',
  'Translate the settings page into Arabic\nMirror the layout with logical properties',
  'Memory of the chat server grows over night\nUnsubscribe listeners when a socket closes',
  'Generate invoices as PDF files\nEmbed the fonts, the printer has none',
  'Upgrade the compiler to the next major version\nTurn on one strict option at a time',
  'Search results show deleted articles\nRebuild the index after bulk removal',
  'Rotate the certificates of the mail gateway\nReload the daemon, a restart drops mail',
  'Animate the chart without blocking scrolling\nDraw on a canvas in animation frames',
  'Sensor readings arrive twice from the field\nMake the consumer idempotent by serial number',
  'Schedule backups around daylight saving time\nStore all times in UTC',
];

function cosineOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

/** Mean and standard deviation of the cosines between all pairs of the vectors of {@link UNRELATED_TEXTS}. */
export function backgroundOf(vectors: readonly Float32Array[]): Background {
  const cosines = vectors.flatMap((vector, at) => vectors.slice(at + 1).map((other) => cosineOf(vector, other)));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/** Deviations above the mean of unrelated texts: if cosines are normal, one unrelated pair in 30,000 is nearer. */
const DEVIATIONS = 4;
/** Least share of the way from unrelated to identical, for models whose unrelated texts differ little. */
const LEAST_SHARE = 0.35;
/** Identical texts are always near enough. */
const HIGHEST = 0.95;

/**
 * Cosine from which a lesson is relevant although it shares no word with the question. Depends on the model alone and not
 * on what is stored, so that no other lesson decides whether one is found.
 */
export function nearEnough({ mean, deviation }: Background): number {
  return Math.min(HIGHEST, mean + Math.max(DEVIATIONS * deviation, LEAST_SHARE * (1 - mean)));
}

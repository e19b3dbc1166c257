/** A promise of the product, with the result of checking it. */
export interface Verdict {
  /** Row of the quality page, such as T1. */
  id: string;
  what: string;
  found: string;
  /** `close` means beyond the aim, but within twice of it: it is reported and does not fail. */
  state: 'ok' | 'close' | 'failed';
}

/** Compares a number of milliseconds or bytes with its aim; it fails beyond twice the aim. */
export function against(value: number, aim: number): Verdict['state'] {
  if (value <= aim) return 'ok';
  return value <= 2 * aim ? 'close' : 'failed';
}

/** Judges a count that must be exact. */
export function exactly(found: boolean): Verdict['state'] {
  return found ? 'ok' : 'failed';
}

/** A promise that other rows make good: it holds as far as the least of them. Without any of them it fails. */
export function promiseOf(id: string, what: string, rows: readonly Verdict[]): Verdict {
  const good = rows.filter(({ state }) => state !== 'failed').length;
  const isClose = rows.some(({ state }) => state === 'close');
  const state = good === 0 || good < rows.length ? 'failed' : isClose ? 'close' : 'ok';
  return { id, what, found: `${good} of ${rows.length} rows`, state };
}

/** Prints the table and answers the exit code. */
export function conclude(verdicts: readonly Verdict[], notes: readonly string[] = []): 0 | 1 {
  const width = Math.max(...verdicts.map(({ id, what }) => id.length + what.length + 2));
  for (const { id, what, found, state } of verdicts) {
    process.stdout.write(`${state.padEnd(6)}  ${`${id}  ${what}`.padEnd(width)}  ${found}\n`);
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  const failed = verdicts.filter(({ state }) => state === 'failed').length;
  process.stdout.write(`${verdicts.length - failed} of ${verdicts.length} hold.\n`);
  return failed === 0 ? 0 : 1;
}

/** Prints progress to standard error. */
export function say(message: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${message}\n`);
}

/** One promise, with what was counted. */
export interface Verdict {
  /** Row of the quality page, such as T1. */
  id: string;
  what: string;
  found: string;
  /** `close` is beyond the aim but within twice of it: it is said and does not fail. */
  state: 'ok' | 'close' | 'failed';
}

/** A number of milliseconds or bytes against its aim: beyond twice the aim it fails. */
export function against(value: number, aim: number): Verdict['state'] {
  if (value <= aim) return 'ok';
  return value <= 2 * aim ? 'close' : 'failed';
}

/** A count that must be exact. */
export function exactly(found: boolean): Verdict['state'] {
  return found ? 'ok' : 'failed';
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

/** Progress, on standard error. */
export function say(message: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${message}\n`);
}

/** What an event is worth to who comes after, by its kind: what went wrong before what merely was done. */
const WORTH: Readonly<Record<string, number>> = {
  ...{ error: 4, root_cause: 3.5, blocker: 2.8, next_step: 2.5, finding: 1.5, test: 1 },
  // A commit is often no more than its hash.
  ...{ milestone: 0.5, commit: 0.4, artifact: 0.4 },
};
const OTHER_WORTH = 0.3;

/** See above; of a kind that nobody has thought of it is little. */
export function eventWorth(type: string): number {
  return WORTH[type] ?? OTHER_WORTH;
}

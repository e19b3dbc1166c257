/** How useful an event is to later sessions, by its kind. What went wrong ranks above what was merely done. */
const WORTH: Readonly<Record<string, number>> = {
  ...{ error: 4, root_cause: 3.5, blocker: 2.8, next_step: 2.5, finding: 1.5, test: 1 },
  // A commit event often holds no more than a hash.
  ...{ milestone: 0.5, commit: 0.4, artifact: 0.4 },
};
const OTHER_WORTH = 0.3;

/** How useful an event of this kind is; low for unknown kinds. */
export function eventWorth(type: string): number {
  return WORTH[type] ?? OTHER_WORTH;
}

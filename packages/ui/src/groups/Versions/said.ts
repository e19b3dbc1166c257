import type { Operation } from '@twicewise/contract';

/** Titles that a lesson has or had, as far as its writes tell. */
export function titlesOf(entityId: string, now: string, operations: readonly Operation[]): string[] {
  const own = operations.flatMap(({ changes }) => changes.filter((change) => change.entityId === entityId));
  const told = own.flatMap(({ before, after }) => [before?.taskDescription, after?.taskDescription]);
  return [...new Set([now, ...told.filter((title) => typeof title === 'string')])];
}

/** What was done, without the title of the lesson it was done to, which stands above; it may be cut short. */
export function withoutTitle(summary: string, titles: readonly string[]): string {
  for (const title of titles) {
    const at = summary.indexOf(`: ${title.slice(0, 20)}`);
    const rest = summary.slice(at + 2);
    if (at > 0 && rest !== '' && title.startsWith(rest)) return summary.slice(0, at);
  }
  return summary;
}

import { type Operation, plainText } from '@twicewise/contract';

/** The present and earlier titles of a lesson, as far as its writes show them, with and without marks of Markdown. */
export function titlesOf(entityId: string, now: string, operations: readonly Operation[]): string[] {
  const own = operations.flatMap(({ changes }) => changes.filter((change) => change.entityId === entityId));
  const told = own.flatMap(({ before, after }) => [before?.taskDescription, after?.taskDescription]);
  const titles = [now, ...told.filter((title) => typeof title === 'string')];
  return [...new Set(titles.flatMap((title) => [title, plainText(title)]))];
}

/** The summary of a write without the title of its lesson, which is shown above; the title in it may be cut short. */
export function withoutTitle(summary: string, titles: readonly string[]): string {
  for (const title of titles) {
    const at = summary.indexOf(`: ${title.slice(0, 20)}`);
    const rest = summary.slice(at + 2).replace(/…$/, '');
    if (at > 0 && rest !== '' && title.startsWith(rest)) return summary.slice(0, at);
  }
  return summary;
}

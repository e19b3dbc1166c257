import { BOOKKEEPING, type Change, DERIVED_FIELD, isMadeByMention, type Operation } from '@twicewise/contract';

/** A write, or several that count as one: the newest of them, and the changes of all. */
interface Write {
  newest: Operation;
  changes: readonly Change[];
}

type Fields = NonNullable<Change['after']>;

/** Whether later writes changed a record so that these changes of it cannot be undone. */
function isChanged([first]: readonly Change[], after: Fields, later: Fields): boolean {
  const isMade = first?.before === null;
  // Made along with others, it stays where these use it; else it goes only while nothing of it was changed.
  if (isMade && isMadeByMention(first.entity)) return false;
  const isSet = (field: string) => !BOOKKEEPING.has(field) && field !== DERIVED_FIELD;
  const fields = isMade ? ['revision'] : Object.keys(after).filter(isSet);
  return fields.some((field) => field in later && JSON.stringify(later[field]) !== JSON.stringify(after[field]));
}

/**
 * The ids of those of these writes, newest first, whose undo would be refused because later ones changed a record of theirs. Not jobs:
 * what was changed since is left as it is, and the rest undone. Of a later write that is not given nothing is known.
 */
export function overtaken(writes: readonly Write[]): ReadonlySet<string> {
  const now = new Map<string, Fields>();
  const isOvertaken = ({ newest: { kind, jobId, reversedById }, changes }: Write) => {
    // Its undo is another write, which may not be given or names other ones of its many changes.
    if (reversedById !== null) return false;
    const byRecord = Map.groupBy(changes, ({ entityId }) => entityId);
    const records = [...byRecord].map(([id, own]) => {
      const after: Fields = Object.assign({}, ...own.map((change) => change.after));
      const later = now.get(id) ?? {};
      now.set(id, { ...after, ...later });
      return isChanged(own, after, later);
    });
    return jobId === null && kind !== 'undo' && records.includes(true);
  };
  return new Set(writes.filter(isOvertaken).map(({ newest }) => newest.id));
}

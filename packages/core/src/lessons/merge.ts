import {
  AppError,
  LESSON_LIST_FIELDS,
  MERGED_FIELDS,
  type MergeChoice,
  NOTHING_CHANGED,
  type Reflection,
  reflectionContent,
} from '@twicewise/contract';

function refusal(code: 'invalid_input' | 'conflict', message: string, hint: string): AppError {
  return new AppError({ code, message, effect: '. Nothing was changed.', hint });
}

/**
 * Refuses a merge after which a lesson would be lost: the remaining one must be in use, and the other must not be merged already.
 * Throws `invalid_input` for merging a lesson with itself or across projects, otherwise `conflict`.
 */
export function refuseMerge(from: Reflection, into: Reflection): void {
  if (from.id === into.id)
    throw refusal('invalid_input', 'A lesson cannot be merged into itself', 'Name another lesson with "into".');
  if (from.projectId !== into.projectId)
    throw refusal(
      'invalid_input',
      'These lessons belong to two projects; agents of the first would no longer be told',
      'Merge it into a lesson of its own project.',
    );
  if (from.state === 'superseded')
    throw refusal('conflict', 'This lesson was superseded already', 'Undo that first, or merge the one that stayed.');
  if (into.state !== 'draft' && into.state !== 'accepted')
    throw refusal(
      'conflict',
      `The lesson that would stay is ${into.state}: no agent is told of it`,
      'Accept it first (reflection.setState), or merge the other way round.',
    );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function union(one: readonly string[], other: readonly string[]): string[] {
  const known = new Set(one.map((text) => text.trim().toLowerCase()));
  return [...one, ...other.filter((text) => !known.has(text.trim().toLowerCase()))];
}

function joined(one: string, other: string): string {
  return one === '' || other === '' || one.includes(other) ? one || other : `${one}\n\n${other}`;
}

/** The chosen one of two values, or both combined. */
function sides<T>(side: 'into' | 'from' | 'both' | undefined, into: T, from: T, both: (into: T, from: T) => T): T {
  if (side === 'into') return into;
  return side === 'from' ? from : both(into, from);
}

function refuseLongLists(lists: Record<string, unknown>): void {
  for (const field of LESSON_LIST_FIELDS) {
    if (reflectionContent[field].safeParse(lists[field]).success) continue;
    throw new AppError({
      code: 'invalid_input',
      reason: 'too_large',
      message: `Together the lessons have more in ${field} than one may have`,
      effect: NOTHING_CHANGED,
      hint: 'Shorten one of them first.',
    });
  }
}

/**
 * The fields that a lesson takes from its duplicate. By default these are statements it lacks, and values for its empty fields.
 * The outcome stays, because two attempts do not become one. Throws `invalid_input` when the lesson would become too large.
 */
export function mergedFields(into: Reflection, from: Reflection, choose: MergeChoice): Record<string, unknown> {
  const together = Object.fromEntries(
    MERGED_FIELDS.both.map((field) => [
      field,
      field === 'text'
        ? sides(choose.text, into.text, from.text, joined)
        : sides<readonly string[]>(choose[field], into[field], from[field], union),
    ]),
  );
  const single = Object.fromEntries(
    MERGED_FIELDS.one
      .filter((field) => choose[field] === 'from' || (!choose[field] && isEmpty(into[field])))
      .map((field) => [field, from[field]]),
  );
  refuseLongLists(together);
  return { ...together, ...single };
}

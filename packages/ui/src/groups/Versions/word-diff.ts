import { diffArrays } from 'diff';

/** A run of words that stayed the same, were removed or were added. */
export interface DiffRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * The most words removed or added, counting the spaces between them, before a text is shown as replaced; the work grows with the
 * square of this. A single addition or removal is found without this limit.
 */
const MOST_CHANGES = 1000;
/** Below this share of common text a text counts as rewritten, because a word-by-word diff would be unreadable. */
const LEAST_COMMON = 0.4;

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function replaced(before: string, after: string): DiffRun[] {
  const runs: DiffRun[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return runs.filter(({ text }) => text !== '');
}

function isRewritten(runs: readonly DiffRun[], before: string, after: string): boolean {
  const common = runs.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0);
  return common < LEAST_COMMON * Math.min(before.length, after.length);
}

/** How many words at the beginning of two texts are the same. */
function commonStart(one: readonly string[], other: readonly string[]): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at++;
  return at;
}

/** The runs of two lists of words; null when there are too many changes. */
function diffWords(before: readonly string[], after: readonly string[]): DiffRun[] | null {
  const head = commonStart(before, after);
  const rest = [before.slice(head), after.slice(head)] as const;
  const tail = commonStart(rest[0].toReversed(), rest[1].toReversed());
  const [gone, come] = rest.map((words) => words.slice(0, words.length - tail)) as [string[], string[]];
  const isOneChange = gone.length === 0 || come.length === 0;
  const changes = isOneChange ? null : diffArrays(gone, come, { maxEditLength: MOST_CHANGES });
  if (!isOneChange && !changes) return null;
  const middle = changes
    ? changes.map(({ added, removed, value }): DiffRun => ({ kind: kindOf(added, removed), text: value.join('') }))
    : replaced(gone.join(''), come.join(''));
  const same = (words: readonly string[]): DiffRun => ({ kind: 'same', text: words.join('') });
  return joined([same(before.slice(0, head)), ...middle, same(rest[0].slice(gone.length))]);
}

function kindOf(added: boolean, removed: boolean): DiffRun['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same';
}

/** Removes empty runs and joins neighbours of the same kind. */
function joined(runs: readonly DiffRun[]): DiffRun[] {
  const kept: DiffRun[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    if (run.text === '') continue;
    if (last?.kind === run.kind) last.text += run.text;
    else kept.push({ ...run });
  }
  return kept;
}

/** What was removed and added at one place. */
type Change = Record<'removed' | 'added', string>;

const sizeOf = ({ removed, added }: Change) => Math.max(removed.trim().length, added.trim().length);

/** Joins changes with what stayed between them where that is shorter than both: a few words in common at random cannot be read. */
function withoutScraps(runs: readonly DiffRun[]): DiffRun[] {
  const parts: (Change | string)[] = [];
  const add = (change: Change): void => {
    const [before, same] = parts.slice(-2);
    const isScrap =
      typeof before === 'object' &&
      typeof same === 'string' &&
      same.trim().length <= Math.min(sizeOf(before), sizeOf(change));
    if (!isScrap) return void parts.push(change);
    parts.splice(-2);
    add({ removed: before.removed + same + change.removed, added: before.added + same + change.added });
  };
  for (const { kind, text } of runs) {
    const last = parts.at(-1);
    if (kind === 'same') parts.push(text);
    else if (typeof last === 'object') {
      parts.pop();
      add({ ...last, [kind]: last[kind] + text });
    } else add({ removed: '', added: '', [kind]: text });
  }
  return joined(
    parts.flatMap((part) =>
      typeof part === 'string' ? [{ kind: 'same' as const, text: part }] : replaced(part.removed, part.added),
    ),
  );
}

/** The differences of two texts, word by word; or the one as replaced by the other, when little is common. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const runs = diffWords(words(before), words(after));
  if (!runs || isRewritten(runs, before, after)) return replaced(before, after);
  return withoutScraps(runs);
}

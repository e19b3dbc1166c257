import { diffArrays } from 'diff';

/** A run of words that stayed, came or went. */
export interface DiffRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Words that came or went, spaces between them among the words, above which a text is shown as replaced instead: work is the
 * length of the texts and the square of this.
 */
const MOST_CHANGES = 600;
/** Below this share of common words a text was rewritten, and a word-by-word account of it is confetti. */
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

/** What changed between two texts, word by word; or the one and the other, when little is left of it. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const changes = diffArrays(words(before), words(after), { maxEditLength: MOST_CHANGES });
  if (!changes) return replaced(before, after);
  const runs = changes.map(
    ({ added, removed, value }): DiffRun => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  );
  return isRewritten(runs, before, after) ? replaced(before, after) : runs;
}

/** A run of words that stayed, came or went. */
export interface DiffRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Work is words × words; above this the whole text is shown as replaced instead. */
const MOST_CELLS = 400_000;
/** Below this share of common words a text was rewritten, and a word-by-word account of it is confetti. */
const LEAST_COMMON = 0.4;

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** Lengths of the longest common subsequences of all suffixes, row by row. */
function suffixLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [row, below] = [rows[i] as Uint32Array, rows[i + 1] as Uint32Array];
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function push(runs: DiffRun[], kind: DiffRun['kind'], text: string): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
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

function walk(a: readonly string[], b: readonly string[]): DiffRun[] {
  const runs: DiffRun[] = [];
  const lengths = suffixLengths(a, b);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      push(runs, 'same', left);
      i++;
      j++;
    } else if (
      right === undefined ||
      (left !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      push(runs, 'removed', left ?? '');
      i++;
    } else {
      push(runs, 'added', right);
      j++;
    }
  }
  return runs;
}

/** What changed between two texts, word by word; or the one and the other, when little is left of it. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const [a, b] = [words(before), words(after)];
  if (a.length * b.length > MOST_CELLS) return replaced(before, after);
  const runs = walk(a, b);
  return isRewritten(runs, before, after) ? replaced(before, after) : runs;
}

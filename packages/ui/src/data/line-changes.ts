import { structuredPatch } from 'diff';

/** A run of lines that are the same in both texts, or stand in one of them only. */
export interface LineRun {
  kind: 'same' | 'added' | 'removed' | 'skipped';
  /** Without its last line break; empty for skipped lines. */
  text: string;
  lines: number;
}

/** Lines that are shown around a change. */
const AROUND = 3;
/** The most lines removed or added; the work grows with the square of this. */
const MOST_CHANGES = 2000;

const KIND: Readonly<Record<string, LineRun['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

const linesIn = (text: string) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);

/**
 * How two texts differ, line by line: changes with a few lines around them, and how many lines are skipped between them. Empty
 * for equal texts, null where too much differs.
 */
export function lineChanges(before: string, after: string): LineRun[] | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: AROUND, maxEditLength: MOST_CHANGES });
  if (!patch) return null;
  const runs: LineRun[] = [];
  let shown = 0;
  const skipTo = (line: number) => {
    if (line > shown) runs.push({ kind: 'skipped', text: '', lines: line - shown });
  };
  for (const { newStart, newLines, lines } of patch.hunks) {
    const start = newStart - 1;
    skipTo(start);
    for (const line of lines) {
      const kind = KIND[line[0] ?? ''];
      if (kind === undefined) continue;
      const last = runs.at(-1);
      if (last?.kind === kind) {
        last.text += `\n${line.slice(1)}`;
        last.lines++;
      } else runs.push({ kind, text: line.slice(1), lines: 1 });
    }
    shown = start + newLines;
  }
  if (runs.length > 0) skipTo(linesIn(after));
  return runs;
}

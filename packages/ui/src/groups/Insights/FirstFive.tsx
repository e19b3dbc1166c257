import { type ReactNode, useState } from 'react';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { insights as words } from '../../strings/insights.ts';
import type { InsightsPart } from '../../strings/insights-parts.ts';

const FEW = 5;

interface FirstFiveProps<T> {
  /** The figure that it is of. */
  name: InsightsPart;
  rows: readonly T[];
  /** Draws a row as an item of the list, with its key. */
  draw: (row: T) => ReactNode;
}

/** A list of which the first five rows are shown, and the others on demand. */
export function FirstFive<T>({ name, rows, draw }: FirstFiveProps<T>) {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <ul aria-labelledby={name}>{(isAll ? rows : rows.slice(0, FEW)).map(draw)}</ul>
      {rows.length > FEW && (
        <TextLink className="min-h-7 text-ink-2 text-small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? words.fewer : words.more(rows.length - FEW)}
        </TextLink>
      )}
    </>
  );
}

import { useMemo } from 'react';
import { keyedByPlace } from '../LessonForm/place.ts';
import { wordDiff } from './word-diff.ts';

/** Two texts as one: removed text is struck out, added text is underlined. Colour only repeats that. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {keyedByPlace(runs).map(({ key, item: { kind, text } }) => {
        if (kind === 'removed')
          return (
            <del key={key} className="bg-removed text-ink-2 decoration-failure">
              {text}
            </del>
          );
        if (kind === 'added')
          return (
            <ins key={key} className="bg-added [del+&]:ml-1 decoration-success underline-offset-2">
              {text}
            </ins>
          );
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}

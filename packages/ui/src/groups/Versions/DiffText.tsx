import { Fragment, useMemo } from 'react';
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

export interface OwnWordsProps {
  text: string;
  /** The text to which it is compared. */
  other: string;
}

/** A text with the words marked that are not in the other one. Where little is common, none: to mark nearly all would tell nothing. */
export function OwnWords({ text, other }: OwnWordsProps) {
  const runs = useMemo(() => wordDiff(other, text).filter(({ kind }) => kind !== 'removed'), [text, other]);
  if (!runs.some(({ kind }) => kind === 'same')) return text;
  return keyedByPlace(runs).map(({ key, item: { kind, text: run } }) => {
    if (kind === 'same') return <Fragment key={key}>{run}</Fragment>;
    // The spaces around the words stay without a mark.
    const words = run.trim();
    const at = run.length - run.trimStart().length;
    return (
      <Fragment key={key}>
        {run.slice(0, at)}
        {words && <mark className="bg-hover underline decoration-dotted underline-offset-2 shadow-none">{words}</mark>}
        {run.slice(at + words.length)}
      </Fragment>
    );
  });
}

import { createContext, Fragment, useContext, useMemo } from 'react';
import { markedRuns } from './runs.ts';

const NONE: ReadonlySet<string> = new Set();

/** The words to mark in all text below. */
export const MarkedWords = createContext<ReadonlySet<string>>(NONE);

interface MarkedProps {
  text: string;
  /** Replaces the words of the context. */
  words?: ReadonlySet<string>;
}

/** Text by others with the search words marked; always text, never markup. */
export function Marked({ text, words }: MarkedProps) {
  const around = useContext(MarkedWords);
  const marking = words ?? around;
  const runs = useMemo(() => markedRuns(text, marking), [text, marking]);
  let at = 0;
  return runs.map(({ text: piece, marked }) => {
    const key = at;
    at += piece.length;
    return marked ? <mark key={key}>{piece}</mark> : <Fragment key={key}>{piece}</Fragment>;
  });
}

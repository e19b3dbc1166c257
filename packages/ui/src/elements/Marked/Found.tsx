import { Fragment } from 'react';
import { foundRuns } from './found-runs.ts';

/** Text by others with each place marked that the words of a text filter match, which is anywhere in a word. */
export function Found({ text, words }: { text: string; words: string }) {
  let at = 0;
  return foundRuns(text, words).map(({ text: piece, marked }) => {
    const key = at;
    at += piece.length;
    return marked ? <mark key={key}>{piece}</mark> : <Fragment key={key}>{piece}</Fragment>;
  });
}

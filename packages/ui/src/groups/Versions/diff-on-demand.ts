import { useEffect, useMemo, useState } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';
import type { DiffRun } from './word-diff.ts';

/** Two texts as one, by words. What finds the difference is loaded with the first, because most visits show none. */
export const LateDiffText = onDemand(async () => (await import('./DiffText.tsx')).DiffText);

type WordDiff = (before: string, after: string) => DiffRun[];

let loaded: WordDiff | null = null;

/** What finds the difference of two texts; null until it is loaded, and where the host is away. */
function useDiff(): WordDiff | null {
  const [diff, setDiff] = useState<WordDiff | null>(() => loaded);
  useEffect(() => {
    let isHere = true;
    import('./word-diff.ts').then(
      ({ wordDiff }) => {
        loaded = wordDiff;
        if (isHere) setDiff(() => wordDiff);
      },
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return diff;
}

/** The spaces around words, and the words. */
function spaced(text: string): [before: string, words: string, after: string] {
  const words = text.trim();
  const at = text.length - text.trimStart().length;
  return [text.slice(0, at), words, text.slice(at + words.length)];
}

/** A piece of a text, and whether it is what the other text has not. */
interface Piece {
  text: string;
  differs: boolean;
}

/**
 * A text in pieces, with the words that are not in the other one apart, without the spaces around them. One piece where that is not
 * known yet, or little is common: to mark nearly all would tell nothing.
 */
export function useOwnWords(text: string, other: string): readonly Piece[] {
  const diff = useDiff();
  return useMemo(() => {
    const runs = diff?.(other, text).filter(({ kind }) => kind !== 'removed') ?? [];
    if (!runs.some(({ kind }) => kind === 'same')) return [{ text, differs: false }];
    return runs.flatMap((run): Piece[] => {
      if (run.kind === 'same') return [{ text: run.text, differs: false }];
      const [before, words, after] = spaced(run.text);
      return [
        { text: before, differs: false },
        { text: words, differs: words !== '' },
        { text: after, differs: false },
      ];
    });
  }, [diff, text, other]);
}

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

/**
 * A text in runs, `added` where its words are not in the other one. One run where that is not known yet, or little is common: to mark
 * nearly all would tell nothing.
 */
export function useOwnWords(text: string, other: string): readonly DiffRun[] {
  const diff = useDiff();
  return useMemo(() => {
    const runs = diff?.(other, text).filter(({ kind }) => kind !== 'removed') ?? [];
    return runs.some(({ kind }) => kind === 'same') ? runs : [{ kind: 'same', text }];
  }, [diff, text, other]);
}

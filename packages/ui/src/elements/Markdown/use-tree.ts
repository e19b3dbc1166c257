import { useMemo, useSyncExternalStore } from 'react';
import type { TextBlock } from './markdown-tree.ts';

type TreeOf = (text: string) => TextBlock[] | null;

/** What a text without any of these is: the same with and without formatting. */
const MARKS = /[*_`~#>|<[\\]|^ {0,3}(?:[-+]|\d{1,9}[.)])[ \t]|^(?: {4}|\t)|^ {0,3}[-=]+ *$/m;

let treeOf: TreeOf | null = null;
let loading = false;
const waiting = new Set<() => void>();

/** Loads the parser once; it is no part of the first load, because its size is that of several screens. */
function load(): void {
  if (loading) return;
  loading = true;
  import('./markdown-tree.ts').then(
    (parser) => {
      treeOf = parser.treeOf;
      for (const tell of waiting) tell();
    },
    () => {
      // The host is away: texts stay as written until the next one is shown.
      loading = false;
    },
  );
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  load();
  return () => waiting.delete(tell);
}

const never = () => () => {};
const parser = () => treeOf;

/** The blocks of a text; null while it is to be shown as written: always, or until the parser is loaded. */
export function useTree(text: string, formatted: boolean): TextBlock[] | null {
  const isMarked = formatted && MARKS.test(text);
  const parse = useSyncExternalStore(isMarked ? subscribe : never, parser);
  return useMemo(() => (isMarked && parse ? parse(text) : null), [isMarked, parse, text]);
}

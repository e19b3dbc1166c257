import { PRODUCT } from '@twicewise/contract';

/** What a dropped file is taken for. */
export type DroppedKind = 'bundle' | 'lessons' | 'log';

const ENDINGS: readonly (readonly [ending: string, kind: DroppedKind])[] = [
  [PRODUCT.bundleExtension, 'bundle'],
  ['.jsonl', 'lessons'],
  ['.ndjson', 'lessons'],
  ['.md', 'log'],
  ['.json', 'log'],
];

/** The kind of a file by the ending of its name; null for a file that cannot be imported. */
export function droppedKind(name: string): DroppedKind | null {
  return ENDINGS.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1] ?? null;
}

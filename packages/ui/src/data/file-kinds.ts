import { PRODUCT } from '@twicewise/contract';

/** What a file can be imported as. */
export type FileKind = 'bundle' | 'lessons' | 'logs' | 'episodes' | 'loops' | 'turns';

const ENDINGS: readonly (readonly [ending: string, kind: FileKind])[] = [
  [PRODUCT.bundleExtension, 'bundle'],
  ['.jsonl', 'lessons'],
  ['.ndjson', 'lessons'],
  ['.md', 'logs'],
  ['.json', 'logs'],
];

/** The kind of a file by the ending of its name; null for a file that cannot be imported. */
export function kindByName(name: string): FileKind | null {
  return ENDINGS.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1] ?? null;
}

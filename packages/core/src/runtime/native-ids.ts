import { shorten } from '@twicewise/contract';

/** Longest native id. */
const MAX_NATIVE_ID = 512;

/** The native id that a record has in the other project: its own, or with the name of where it comes from. */
export function freeNativeId(nativeId: string, name: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(nativeId)) return nativeId;
  for (let n = 1; ; n++) {
    const suffix = ` (${shorten(name, 100)}${n === 1 ? '' : ` ${n}`})`;
    const free = shorten(nativeId, MAX_NATIVE_ID - 2 * suffix.length) + suffix;
    if (!isTaken(free)) return free;
  }
}

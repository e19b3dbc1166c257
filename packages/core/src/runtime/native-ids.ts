import { shorten } from '@twicewise/contract';

/** Maximum length of a native id, in UTF-16 units. */
const MAX_NATIVE_ID = 512;

/** A native id that is free in the target project: the record's own, or one with the source project's name added. */
export function freeNativeId(nativeId: string, name: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(nativeId)) return nativeId;
  for (let n = 1; ; n++) {
    const suffix = ` (${shorten(name, 100)}${n === 1 ? '' : ` ${n}`})`;
    const free = shorten(nativeId, MAX_NATIVE_ID - 2 * suffix.length) + suffix;
    if (!isTaken(free)) return free;
  }
}

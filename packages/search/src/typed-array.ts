/** A typed array that can be copied into a larger one. */
type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** A copy of the array with `size` entries; the added ones are 0. */
export function grown<T extends Growable>(array: T, size: number): T {
  const larger = new (array.constructor as new (length: number) => T)(size);
  larger.set(array);
  return larger;
}

/** The array itself if it has at least `size` entries, otherwise a copy with at least twice as many entries as it has now. */
export function withRoom<T extends Growable>(array: T, size: number): T {
  return size <= array.length ? array : grown(array, Math.max(size, array.length * 2));
}

/** A typed array that can be copied into a larger one. */
type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same numbers in an array of `size`, the rest 0. */
export function grown<T extends Growable>(array: T, size: number): T {
  const larger = new (array.constructor as new (length: number) => T)(size);
  larger.set(array);
  return larger;
}

/** The array itself when it has `size` entries, else a copy with at least twice as many. */
export function withRoom<T extends Growable>(array: T, size: number): T {
  return size <= array.length ? array : grown(array, Math.max(size, array.length * 2));
}

const LF = 0x0a;

/** Splits a byte stream at LF only; JSON may hold U+2028, at which node:readline would split too. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Complete lines that end in this chunk, or null when the line has become too long. */
  push(chunk: Buffer): Buffer[] | null {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const tail = chunk.subarray(start, end);
      if (this.#bytes + tail.length > this.#maxBytes) return null;
      lines.push(this.#parts.length === 0 ? tail : Buffer.concat([...this.#parts, tail]));
      this.#parts = [];
      this.#bytes = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) this.#parts.push(rest);
    this.#bytes += rest.length;
    return this.#bytes > this.#maxBytes ? null : lines;
  }
}

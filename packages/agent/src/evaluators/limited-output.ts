/** The line that {@link LimitedOutput} writes where it left something out. */
export const LEFT_OUT = /^… \d+ bytes left out …$/m;

/** Keeps the beginning and the end of a stream of any length: errors stand at its end as often as at its beginning. */
export class LimitedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  /** Bytes that came, kept or not. */
  total = 0;

  /** @param limit Most bytes that are kept. */
  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2);
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = Math.max(0, this.#half - this.#headBytes);
    const first = chunk.subarray(0, room);
    const rest = chunk.subarray(room);
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Not with each chunk: joining costs as much as what is kept.
    if (this.#tailBytes > 4 * this.#half) this.#shorten();
  }

  #shorten(): void {
    const last = Buffer.concat(this.#tail).subarray(-this.#half);
    this.#tail = [Buffer.from(last)];
    this.#tailBytes = last.length;
  }

  /** True if nothing had to be left out. */
  get isWhole(): boolean {
    return this.total <= 2 * this.#half;
  }

  /** What was kept, with a line that says how much is missing between head and tail. */
  text(): string {
    if (this.#tailBytes > this.#half) this.#shorten();
    const head = Buffer.concat(this.#head).toString('utf8');
    const tail = Buffer.concat(this.#tail).toString('utf8');
    const missing = this.total - this.#headBytes - this.#tailBytes;
    return missing > 0 ? `${head}\n… ${missing} bytes left out …\n${tail}` : head + tail;
  }
}

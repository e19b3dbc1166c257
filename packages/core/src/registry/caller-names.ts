import { hash } from 'node:crypto';
import type { Caller } from '@twicewise/contract';
import type { Redactor } from '@twicewise/redaction';

/** Names that are remembered, because every call has them and looking for secrets would be a part of what a quick one costs. */
const MOST_KNOWN = 1000;

/** What callers and their programs call themselves: it comes from a handshake or a flag, not from the input of an operation. */
export class CallerNames {
  readonly #redactor: Redactor;
  readonly #known = new Map<string, string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * The caller with names that hold no secret: they are written beside all that it writes, and shown. Its session, project and
   * folder stay, because they are looked up by their names.
   */
  withoutSecrets(caller: Caller): Caller {
    const name = this.#clean(caller.author.name);
    const client = caller.client === null ? null : this.#clean(caller.client);
    if (name === caller.author.name && client === caller.client) return caller;
    return { ...caller, author: { ...caller.author, name }, client };
  }

  #clean(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { text, kinds } = this.#redactor.redactText(name);
    // Two programs whose names differ in nothing but their secrets stay two.
    const clean = kinds.length === 0 ? name : `${text} ${hash('sha256', name, 'hex').slice(0, 8)}`;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, clean);
    return clean;
  }
}

import { hash } from 'node:crypto';
import { type Caller, type OutputOf, shorten } from '@twicewise/contract';
import type { Redactor } from '@twicewise/redaction';

/** Names that are remembered, because every call has them and looking for secrets would be a part of what a quick one costs. */
const MOST_KNOWN = 1000;
/** Longest name that is stored and shown, in UTF-16 units. */
const MAX_NAME = 120;
/** The end of a name that held a secret: a space, and the start of its hash. */
const MARK_LENGTH = 9;

type Connection = OutputOf<'host.status'>['connections'][number];

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

  /** A connection as it is shown: the name of its program holds no secret. */
  shown(connection: Connection): Connection {
    return connection.client === null ? connection : { ...connection, client: this.#clean(connection.client) };
  }

  /** The name as it is stored. It is cut only here, because a secret that was cut no longer looks like one. */
  #clean(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { text, kinds } = this.#redactor.redactText(name);
    // Two programs whose names differ in nothing but their secrets stay two.
    const mark = kinds.length === 0 ? '' : ` ${hash('sha256', name, 'hex').slice(0, MARK_LENGTH - 1)}`;
    const clean = shorten(text, MAX_NAME - mark.length) + mark;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, clean);
    return clean;
  }
}

import type { Caller } from '@twicewise/contract';
import { type Redactor, redactRequest } from '@twicewise/redaction';

/** Callers whose names are remembered as free of secrets. A call costs about as much as looking at its names does. */
const MOST_KNOWN = 1000;

/** What callers call themselves, their runs and their projects. */
export class CallerNames {
  readonly #redactor: Redactor;
  readonly #free = new Set<string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * The caller without secrets in its names: these are written beside all that it writes, and shown. Folders stay as they are,
   * because they are looked up.
   */
  withoutSecrets(caller: Caller): Caller {
    const { author, client, session, subagent, project } = caller;
    const reference = project && 'reference' in project ? project.reference : null;
    const key = JSON.stringify([author.name, client, session, subagent, reference]);
    if (this.#free.has(key)) return caller;
    const names = { name: author.name, client, sessionId: session, id: subagent, projectId: reference };
    const { value, found } = redactRequest(this.#redactor, names);
    if (found.length === 0) {
      if (this.#free.size >= MOST_KNOWN) this.#free.clear();
      this.#free.add(key);
      return caller;
    }
    return {
      ...caller,
      author: { ...author, name: value.name },
      client: value.client,
      session: value.sessionId,
      ...(value.id === undefined ? {} : { subagent: value.id }),
      project: value.projectId === null ? project : { reference: value.projectId },
    };
  }
}

import type { Caller } from '@twicewise/contract';

/** Most agents remembered; the one heard of longest ago is forgotten first. */
const MAX_AGENTS = 500;

function keyOf(process: number, project: Caller['project']): string {
  const named = project !== null && 'folder' in project ? project.folder.key : null;
  return `${process} ${named ?? ''}`;
}

/**
 * Which session an agent's process is in. An agent tells its hooks, but not the MCP server it starts; both are children of
 * the same process, so what is stored through the server belongs to the session that was shown lessons by the hooks.
 */
export class AgentSessions {
  readonly #sessions = new Map<string, string>();

  /** A hook of this process said which session it is in. */
  note(process: number, project: Caller['project'], session: string): void {
    // Also without the project: a server may have been given one by name, which no hook knows.
    for (const key of [keyOf(process, project), keyOf(process, null)]) {
      this.#sessions.delete(key);
      this.#sessions.set(key, session);
    }
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_AGENTS) return;
      this.#sessions.delete(oldest);
    }
  }

  /** A session is over: another agent may get the number of its process. */
  forget(session: string): void {
    for (const [key, known] of this.#sessions) if (known === session) this.#sessions.delete(key);
  }

  /** The session of a process in a project, if one of its hooks was heard. */
  find(process: number, project: Caller['project']): string | null {
    return this.#sessions.get(keyOf(process, project)) ?? null;
  }
}

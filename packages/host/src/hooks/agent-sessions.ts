import type { Caller } from '@twicewise/contract';

/** Most agents remembered; the one reported longest ago is dropped first. */
const MAX_AGENTS = 500;

function keyOf(process: number, project: Caller['project']): string {
  const named = project !== null && 'folder' in project ? project.folder.key : null;
  return `${process} ${named ?? ''}`;
}

/**
 * Maps an agent's process to its session. An agent names the session to its hooks, but not to the MCP server it starts. Both are
 * children of the same process, so what is stored through the server belongs to the session whose hooks were shown lessons.
 */
export class AgentSessions {
  readonly #sessions = new Map<string, string>();

  /** Notes the session that a hook of this process named. */
  note(process: number, project: Caller['project'], session: string): void {
    // Noted also without the project: a server may be started with a project name that no hook knows.
    for (const key of [keyOf(process, project), keyOf(process, null)]) {
      this.#sessions.delete(key);
      this.#sessions.set(key, session);
    }
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_AGENTS) return;
      this.#sessions.delete(oldest);
    }
  }

  /** Forgets a session that is over, because another agent may get its process id. */
  forget(session: string): void {
    for (const [key, known] of this.#sessions) if (known === session) this.#sessions.delete(key);
  }

  /** The session of a process in a project; null if none of its hooks was received. */
  find(process: number, project: Caller['project']): string | null {
    return this.#sessions.get(keyOf(process, project)) ?? null;
  }
}

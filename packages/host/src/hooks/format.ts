import type { InputOf } from '@twicewise/contract';

/** What a hook asks of the memory. */
export type HookCall =
  | { name: 'memory.remind'; input: InputOf<'memory.remind'> }
  | { name: 'session.end'; input: InputOf<'session.end'> };

/** See `session.capture`. */
export type CaptureMoment = NonNullable<InputOf<'session.capture'>['moment']>;

/** What an agent's program sent to its hook. */
export interface HookEvent {
  /** Name of the event in that program. */
  event: string;
  /** Id of the session in that program. */
  session: string;
  /** The subagent of the session that the hook runs for; null for the session's main agent. */
  subagent: string | null;
  /** Path of the session's transcript; null if the program does not name it. */
  transcript: string | null;
  /** The moment at which the session's transcript should be captured; null at any other event. */
  capture: CaptureMoment | null;
  /** Folder that the agent works in; null if the program does not name it. */
  cwd: string | null;
  /** Null when there is nothing to ask. */
  call: HookCall | null;
  /**
   * Calls to make first: for a start or cut of the session that the program reports with another event, or where an answer would
   * be lost.
   */
  before?: readonly HookCall[];
  /** The session begins with the context of another session. */
  isCopy?: boolean;
  /** Id of that other session, if the event names it. */
  copyOf?: string | null;
}

/** The hooks of one kind of agent. Formats change often, so unknown input is ignored, never an error. */
export interface HookFormat {
  /** Name of the agent under which its sessions are stored. */
  agent: string;
  /** Reads an event; null for one that is not known here. */
  read(payload: unknown): HookEvent | null;
  /** The document for standard output that adds a text to the agent's context. */
  answer(event: string, text: string): object;
  /**
   * The session that this one was copied from, according to a part of its transcript. The part begins, or ends, with whole lines.
   * Absent where transcripts do not name it.
   */
  findOriginal?(part: string, session: string): string | null;
}

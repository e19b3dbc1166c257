import type { InputOf } from '@twicewise/contract';

/** What a hook asks of the memory. */
export type HookCall =
  | { name: 'memory.remind'; input: InputOf<'memory.remind'> }
  | { name: 'session.end'; input: InputOf<'session.end'> };

/** See `session.capture`. */
export type CaptureMoment = NonNullable<InputOf<'session.capture'>['moment']>;

/** What an agent's program told its hook. */
export interface HookEvent {
  /** The event by its name in that program. */
  event: string;
  /** The session by its id in that program. */
  session: string;
  /** The agent inside the session that the hook runs for; null for the session's own. */
  subagent: string | null;
  /** Path of the session's transcript; null where the program does not tell it. */
  transcript: string | null;
  /** Moment at which the session is to be written down from its transcript; null at any other. */
  capture: CaptureMoment | null;
  /** Folder the agent works in; null when it was not told. */
  cwd: string | null;
  /** Null when there is nothing to ask. */
  call: HookCall | null;
  /** What is to be asked before it, too: a session's start or cut that its program tells with something else, or where nothing is heard. */
  before?: readonly HookCall[];
  /** The session begins with the context of another. */
  isCopy?: boolean;
  /** Id of that other session, where the event tells it. */
  copyOf?: string | null;
}

/** The hooks of one kind of agent. Formats change often: what is not known is answered with silence, never an error. */
export interface HookFormat {
  /** Name under which its sessions are known. */
  agent: string;
  /** Null for an event that is not known here. */
  read(payload: unknown): HookEvent | null;
  /** The document on standard output that brings a text into the agent's context. */
  answer(event: string, text: string): object;
  /**
   * The session of which one is a copy, as a part of its transcript tells: one that begins, or ends, with whole lines. Absent
   * where transcripts do not tell it.
   */
  findOriginal?(part: string, session: string): string | null;
}

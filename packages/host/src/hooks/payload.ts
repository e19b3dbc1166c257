import * as z from 'zod';
import type { CaptureMoment, HookCall, HookEvent } from './format.ts';

// Shared code for the programs whose hooks send the same fields as Claude Code's. Each format lists its own events.

/** Longest path that is accepted, in UTF-16 units. */
const MAX_PATH = 4096;

/** Fields of every event. A field with an unexpected value counts as missing. */
export const commonFields = {
  session_id: z.string().min(1).max(512),
  agent_id: z.string().min(1).max(512).nullish().catch(null),
  transcript_path: z.string().min(1).max(MAX_PATH).nullish().catch(null),
  cwd: z.string().max(MAX_PATH).optional(),
};

/** Events at which a session is captured, by their names in these programs. The end of a subagent is not the end of a turn. */
const CAPTURED: Readonly<Record<string, CaptureMoment>> = {
  Stop: 'turn',
  AfterAgent: 'turn',
  PreCompact: 'compaction',
  SessionEnd: 'end',
};

/** Builds the event from its common fields. */
export function eventOf(
  found: z.infer<z.ZodObject<typeof commonFields>> & { hook_event_name: string; source?: string },
  call: HookCall | null,
): HookEvent {
  const { hook_event_name: event, session_id: session, agent_id, transcript_path, cwd = null } = found;
  const [subagent, transcript] = [agent_id ?? null, transcript_path ?? null];
  const capture = subagent === null && transcript !== null ? (CAPTURED[event] ?? null) : null;
  const isCopy = event === 'SessionStart' && found.source === 'fork';
  return { event, session, subagent, transcript, capture, cwd, call, isCopy };
}

/** The document that adds a text to the context of these agents. */
export function additionalContext(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

/** Ways in which a session starts: its context is empty, was emptied, or (resumed, forked) still holds what was told before. */
export const STARTS: Readonly<Record<string, 'session_start' | 'context_cut'>> = {
  startup: 'session_start',
  new: 'session_start',
  clear: 'context_cut',
  compact: 'context_cut',
};

/** The same for programs whose resumed context has lost what was told at the start of the session. */
export const STARTS_WITHOUT_RESUME: typeof STARTS = { ...STARTS, resume: 'context_cut' };

import * as z from 'zod';
import { callAtStart, callForFailure, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';

// Hooks of Claude Code: what it writes to a hook's standard input, and what it takes from its standard output. Known from
// its SDK's types (0.3.329) and documentation (code.claude.com/docs/en/hooks); unknown fields and events are left alone. A
// command that exits with anything but 0 raises PostToolUseFailure, never PostToolUse (anthropics/claude-code#29799).

const common = {
  session_id: z.string().min(1).max(512),
  agent_id: z.string().min(1).max(512).nullish().catch(null),
  transcript_path: z.string().min(1).max(4096).nullish().catch(null),
  cwd: z.string().max(4096).optional(),
};

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...common, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({
    ...common,
    hook_event_name: z.literal('UserPromptSubmit'),
    prompt: z.string(),
    source: z.string().default('user'),
  }),
  z.object({
    ...common,
    hook_event_name: z.literal('PostToolUseFailure'),
    tool_name: z.string(),
    tool_input: z.unknown(),
    error: z.string().default(''),
    is_interrupt: z.boolean().default(false),
  }),
  z.object({ ...common, hook_event_name: z.literal('SessionEnd') }),
]);
type Event = z.infer<typeof event>;

/** Of the ways a session starts: the context is empty, was emptied, or (resumed, forked) still holds what it was told. */
const STARTS: Readonly<Record<string, 'session_start' | 'context_cut'>> = {
  startup: 'session_start',
  clear: 'context_cut',
  compact: 'context_cut',
};

/** Where a prompt comes from that a person or program wrote for the agent; others are the harness talking to itself. */
const PROMPT_SOURCES: ReadonlySet<string> = new Set(['user', 'sdk']);

function toCall(found: Event): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'UserPromptSubmit':
      return PROMPT_SOURCES.has(found.source) ? callForPrompt(found.prompt) : null;
    case 'PostToolUseFailure': {
      const { tool_name: tool, tool_input: input, error } = found;
      return found.is_interrupt ? null : callForFailure({ tool, input, error });
    }
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of Claude Code. */
export const claudeCode: HookFormat = {
  agent: 'claude-code',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const {
      session_id: session,
      agent_id: subagent = null,
      transcript_path: transcript = null,
      cwd = null,
    } = parsed.data;
    return { event: parsed.data.hook_event_name, session, subagent, transcript, cwd, call: toCall(parsed.data) };
  },
  answer: (name, text) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }),
};

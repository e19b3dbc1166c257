import * as z from 'zod';
import { callAtStart, callAtTurnEnd, callForFailure, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Claude Code: what it writes to a hook's standard input, and what it reads from its standard output. Taken from its
// SDK's types (0.3.329) and documentation (code.claude.com/docs/en/hooks), and seen in 2.1.330. Unknown fields and events are
// ignored. A command that exits with anything but 0 raises PostToolUseFailure, never PostToolUse (anthropics/claude-code#29799),
// so in PostToolUse only the output can show a failure. After Stop, `additionalContext` makes it take one more turn. `decision:
// block` does so too, but is shown to the person and the model as an error; seen in 2.1.330. Versions 2.0.54, 2.0.74 and 2.1.138
// do not accept `hookSpecificOutput` there and report it as invalid; they do not send `prompt_id` either.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...commonFields, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('UserPromptSubmit'),
    prompt: z.string(),
    source: z.string().default('user'),
  }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUse'),
    tool_name: z.literal('Bash'),
    tool_input: z.object({ command: z.string() }),
    tool_response: z.object({ stdout: z.string().default(''), stderr: z.string().default('') }),
  }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUseFailure'),
    tool_name: z.string(),
    tool_input: z.unknown(),
    error: z.string().default(''),
    is_interrupt: z.boolean().default(false),
  }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('Stop'),
    // The agent already took one more turn because a hook asked for it.
    stop_hook_active: z.boolean().default(true),
    // Sent by the versions that accept an answer; see above.
    prompt_id: z.string().min(1).optional().catch(undefined),
  }),
  z.object({ ...commonFields, hook_event_name: z.literal('PreCompact') }),
  z.object({ ...commonFields, hook_event_name: z.literal('SessionEnd') }),
]);
type Event = z.infer<typeof event>;

/** Sources of prompts that a person or program wrote for the agent. Other prompts come from the harness itself. */
const PROMPT_SOURCES: ReadonlySet<string> = new Set(['user', 'sdk']);

/**
 * Recognises other programs that also run the hooks of Claude Code and have our entries in their own files. Copilot CLI 1.0.102
 * sends a `timestamp`, as do Gemini CLI and Qwen Code, into whose settings hooks are migrated; Cursor sends its version
 * (according to its documents). Claude Code sends neither.
 */
const others = z.union([
  z.object({ timestamp: z.union([z.string(), z.number()]) }),
  z.object({ cursor_version: z.string() }),
]);

function toCall(found: Event): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'UserPromptSubmit':
      return PROMPT_SOURCES.has(found.source) ? callForPrompt(found.prompt) : null;
    case 'PostToolUse': {
      const { tool_name: tool, tool_input: input, tool_response: response } = found;
      return callForOutput({ tool, input, output: `${response.stdout}\n${response.stderr}`, exitCode: 0 });
    }
    case 'PostToolUseFailure': {
      const { tool_name: tool, tool_input: input, error } = found;
      return found.is_interrupt ? null : callForFailure({ tool, input, error });
    }
    case 'Stop':
      return found.stop_hook_active || found.agent_id || !found.prompt_id ? null : callAtTurnEnd();
    case 'PreCompact':
      return null;
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/**
 * Names, in a record of a transcript, the session it was copied from. In 2.1.330 what the model said has it; after `/branch`
 * every record has.
 */
const COPIED_FROM = /"(?:requestSessionId|forkedFrom":\{"sessionId)":"([0-9a-f-]{36})"/g;

/** The hooks of Claude Code. */
export const claudeCode: HookFormat = {
  agent: 'claude-code',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success || others.safeParse(payload).success) return null;
    return eventOf(parsed.data, toCall(parsed.data));
  },
  answer: additionalContext,
  // Takes the newest copied record, because a copy of a copy names both originals.
  findOriginal(part, session) {
    const named = Array.from(part.matchAll(COPIED_FROM), ([, from]) => from ?? '');
    return named.findLast((from) => from !== session) ?? null;
  },
};

import * as z from 'zod';
import { callAtStart, callAtTurnEnd, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Codex, seen in 0.169.0; the schemas of their input and output are in its program. PostToolUse comes after every
// command and tells its output alone, never its exit code: a failure is seen in what was printed, or not at all. What a hook
// says at PreCompact, PostCompact and SessionEnd does not reach the model. After Stop `decision: block` makes it take one turn more with
// the reason; it takes no `additionalContext` there. Nothing runs until the person has trusted the hooks once, which Codex asks for.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...commonFields, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({ ...commonFields, hook_event_name: z.literal('UserPromptSubmit'), prompt: z.string() }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUse'),
    tool_name: z.literal('Bash'),
    tool_input: z.object({ command: z.string() }),
    tool_response: z.string(),
  }),
  // One turn more was taken because a hook asked for it.
  z.object({ ...commonFields, hook_event_name: z.literal('Stop'), stop_hook_active: z.boolean().default(true) }),
  z.object({ ...commonFields, hook_event_name: z.literal('PreCompact') }),
  z.object({ ...commonFields, hook_event_name: z.literal('SessionEnd') }),
]);

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'UserPromptSubmit':
      return callForPrompt(found.prompt);
    case 'PostToolUse': {
      const { tool_name: tool, tool_input: input, tool_response: output } = found;
      return callForOutput({ tool, input, output, exitCode: null });
    }
    case 'Stop':
      return found.stop_hook_active || found.agent_id ? null : callAtTurnEnd();
    case 'PreCompact':
      return null;
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** In the first line of a rollout (seen in 0.169.0), which holds instructions of the program beside it. */
const FORKED_FROM =
  /^\{(?:(?!"type":"session_meta")[^\n])*"type":"session_meta"[^\n]*?"forked_from_id":"([0-9a-f-]{36})"/;

/** The hooks of Codex. */
export const codex: HookFormat = {
  agent: 'codex',
  read(payload) {
    const parsed = event.safeParse(payload);
    return parsed.success ? eventOf(parsed.data, toCall(parsed.data)) : null;
  },
  answer: (name, text) => (name === 'Stop' ? { decision: 'block', reason: text } : additionalContext(name, text)),
  findOriginal: (part) => FORKED_FROM.exec(part)?.[1] ?? null,
};

import * as z from 'zod';
import { callAtStart, callAtTurnEnd, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Codex, seen in 0.169.0; its program contains the schemas of their input and output. PostToolUse comes after every
// command and carries only the output, never the exit code, so only the printed text can show a failure. What a hook says at
// PreCompact, PostCompact and SessionEnd does not reach the model. After Stop, `decision: block` makes it take one more turn with
// the reason; it does not accept `additionalContext` there. No hook runs until the person has trusted the hooks once; Codex asks
// for that.

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
  // The agent already took one more turn because a hook asked for it.
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

/** Found in the first line of a rollout (seen in 0.169.0), which also holds instructions of the program. */
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

import { unwrapShellOutput } from '@twicewise/ingest/host-side';
import * as z from 'zod';
import { callAtStart, callForFailure, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS_WITHOUT_RESUME } from './payload.ts';

// Hooks of Qwen Code, seen in 0.24.4. UserPromptSubmit also comes after every tool, with an empty prompt. A command that exits
// with anything but 0 raises PostToolUseFailure. What a hook says at the start of a session is not saved, so a resumed session
// does not have it. SessionEnd was not seen in a run without a terminal.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...commonFields, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({ ...commonFields, hook_event_name: z.literal('UserPromptSubmit'), prompt: z.string() }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUse'),
    tool_name: z.literal('run_shell_command'),
    tool_input: z.object({ command: z.string() }),
    tool_response: z.object({ llmContent: z.string() }),
  }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUseFailure'),
    tool_name: z.string(),
    tool_input: z.unknown(),
    error: z.string().default(''),
    is_interrupt: z.boolean().default(false),
  }),
  z.object({ ...commonFields, hook_event_name: z.literal('Stop') }),
  z.object({ ...commonFields, hook_event_name: z.literal('SessionEnd') }),
]);

/** What a command printed; the unchanged text of a tool that does not wrap its output. */
const outputOf = (told: string) => unwrapShellOutput(told)?.text ?? told;

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS_WITHOUT_RESUME[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'UserPromptSubmit':
      return callForPrompt(found.prompt);
    case 'PostToolUse': {
      const { tool_name: tool, tool_input: input, tool_response: response } = found;
      return callForOutput({ tool, input, output: outputOf(response.llmContent), exitCode: 0 });
    }
    case 'PostToolUseFailure': {
      const { tool_name: tool, tool_input: input, error } = found;
      return found.is_interrupt ? null : callForFailure({ tool, input, error: outputOf(error) });
    }
    case 'Stop':
      return null;
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of Qwen Code. */
export const qwen: HookFormat = {
  agent: 'qwen',
  read(payload) {
    const parsed = event.safeParse(payload);
    return parsed.success ? eventOf(parsed.data, toCall(parsed.data)) : null;
  },
  answer: additionalContext,
};

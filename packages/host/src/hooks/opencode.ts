import * as z from 'zod';
import { callAfterCut, callAtStart, callForOutput, callForPrompt, callToNoteCut } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { commonFields, eventOf, STARTS } from './payload.ts';

// What our plugin in opencode passes on (`../connect/opencode-plugin.ts`), seen with 1.18.33. In opencode a session ends only by
// its deletion, and has no transcript file. tool.execute.after is not called for a tool that threw.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({
    ...commonFields,
    hook_event_name: z.literal('SessionStart'),
    source: z.string(),
    forked_from: z.string().min(1).max(512).nullish().catch(null),
  }),
  z.object({ ...commonFields, hook_event_name: z.literal('UserPromptSubmit'), prompt: z.string() }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('PostToolUse'),
    tool_name: z.literal('bash'),
    tool_input: z.object({ command: z.string() }),
    tool_response: z.object({ output: z.string(), exit: z.number().nullish().catch(null) }),
  }),
  z.object({ ...commonFields, hook_event_name: z.literal('AfterCompaction') }),
  z.object({ ...commonFields, hook_event_name: z.literal('SessionEnd') }),
]);

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      if (occasion === undefined) return null;
      // At this event no text can be added to the context, and the process may end before that becomes possible.
      return occasion === 'context_cut' ? callToNoteCut() : callAtStart(occasion);
    }
    case 'UserPromptSubmit':
      return callForPrompt(found.prompt);
    case 'PostToolUse': {
      const { tool_name: tool, tool_input: input, tool_response: response } = found;
      return callForOutput({ tool, input, output: response.output, exitCode: response.exit ?? null });
    }
    case 'AfterCompaction':
      return callAfterCut();
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of opencode, by way of our plugin. */
export const opencode: HookFormat = {
  agent: 'opencode',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const { data } = parsed;
    const copyOf = data.hook_event_name === 'SessionStart' ? (data.forked_from ?? null) : null;
    const before = data.hook_event_name === 'UserPromptSubmit' ? [callAfterCut()] : [];
    return { ...eventOf(data, toCall(data)), before, copyOf };
  },
  answer: (_event, text) => ({ additionalContext: text }),
};

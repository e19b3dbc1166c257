import * as z from 'zod';
import { callAtStart, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Droid (Factory), according to its documents only (docs.factory.ai/reference/hooks-reference, read in 2026-11; not run
// here). They are those of Claude Code with other tool names. The documents do not say what PostToolUse carries for a command, so
// we enter no hook for it.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...commonFields, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({ ...commonFields, hook_event_name: z.literal('UserPromptSubmit'), prompt: z.string() }),
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
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of Droid. */
export const droid: HookFormat = {
  agent: 'droid',
  read(payload) {
    const parsed = event.safeParse(payload);
    return parsed.success ? eventOf(parsed.data, toCall(parsed.data)) : null;
  },
  answer: additionalContext,
};

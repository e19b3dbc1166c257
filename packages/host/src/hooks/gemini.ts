import * as z from 'zod';
import { callAtStart, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Gemini CLI, seen in 0.61.0 and described in the documents that come with it (docs/hooks/reference.md). It escapes
// angle brackets in what a hook says and puts that into the prompt, so that it comes back to the next hook. After a context was
// compressed no hook can speak: PreCompress comes before every turn, whether or not anything is compressed, and its answer does
// not reach the model.

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...commonFields, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({ ...commonFields, hook_event_name: z.literal('BeforeAgent'), prompt: z.string() }),
  z.object({
    ...commonFields,
    hook_event_name: z.literal('AfterTool'),
    tool_name: z.literal('run_shell_command'),
    tool_input: z.object({ command: z.string() }),
    tool_response: z.object({ llmContent: z.string() }),
  }),
  z.object({ ...commonFields, hook_event_name: z.literal('AfterAgent') }),
  z.object({ ...commonFields, hook_event_name: z.literal('SessionEnd') }),
]);

/** What hooks, ours and others, put into a prompt. */
const HOOK_CONTEXT = /<hook_context>[\s\S]*?<\/hook_context>/g;
/** How a run ended, after its output; nothing is said of one that ended well. */
const EXIT_CODE = /^Exit Code: (-?\d{1,10})$/m;
/** What the program puts around an output. */
const FRAME = /^(?:<\/?untrusted_context>|(?:Exit Code|Signal|Background PIDs|Process Group PGID): .*)$/gm;

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'BeforeAgent':
      return callForPrompt(found.prompt.replace(HOOK_CONTEXT, ''));
    case 'AfterTool': {
      const { tool_name: tool, tool_input: input, tool_response: response } = found;
      const exitCode = Number(EXIT_CODE.exec(response.llmContent)?.[1] ?? 0);
      return callForOutput({
        tool,
        input,
        output: response.llmContent
          .replace(FRAME, '')
          .trim()
          .replace(/^Output: /, ''),
        exitCode,
      });
    }
    case 'AfterAgent':
      return null;
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of Gemini CLI. */
export const gemini: HookFormat = {
  agent: 'gemini',
  read(payload) {
    const parsed = event.safeParse(payload);
    return parsed.success ? eventOf(parsed.data, toCall(parsed.data)) : null;
  },
  answer: additionalContext,
};

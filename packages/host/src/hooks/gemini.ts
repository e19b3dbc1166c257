import { unwrapShellOutput, withoutUntrustedMarks } from '@twicewise/ingest/host-side';
import * as z from 'zod';
import { callAfterCut, callAtFirst, callForOutput, callForPrompt, callToNoteCut } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { additionalContext, commonFields, eventOf, STARTS } from './payload.ts';

// Hooks of Gemini CLI, seen in 0.61.0 and described in its bundled documents (docs/hooks/reference.md). It escapes angle brackets
// in what a hook says and puts the text into the prompt, so the next hook receives it again. It puts what SessionStart says
// before the first prompt of a run without a terminal. When the session is resumed, it leaves out every prompt that begins so,
// including the person's words; so the start is told with the first prompt instead. After a context was compressed no hook can
// speak: PreCompress comes before every turn, whether or not anything is compressed, and its answer does not reach the model.

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

/** Marks around text that hooks, ours and others, put into a prompt. */
const OPEN = '<hook_context>';
const CLOSE = '</hook_context>';

/** What the person typed. Reads the prompt only once, because it may be long. */
function withoutHookContext(prompt: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const from = prompt.indexOf(OPEN, at);
    const to = from < 0 ? -1 : prompt.indexOf(CLOSE, from);
    if (to < 0) return kept + prompt.slice(at);
    kept += prompt.slice(at, from);
    at = to + CLOSE.length;
  }
}

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      // A new session's start is told with its first prompt, whether or not the host at that time received the event.
      const occasion = STARTS[found.source];
      return occasion === 'context_cut' ? callToNoteCut() : null;
    }
    case 'BeforeAgent':
      return callForPrompt(withoutHookContext(found.prompt));
    case 'AfterTool': {
      const { tool_name: tool, tool_input: input, tool_response: response } = found;
      const answer = withoutUntrustedMarks(response.llmContent);
      const run = unwrapShellOutput(answer);
      // The output does not state the exit code of a command that ended well.
      return callForOutput({ tool, input, output: run?.text ?? answer, exitCode: run?.exitCode ?? 0 });
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
    if (!parsed.success) return null;
    const before = parsed.data.hook_event_name === 'BeforeAgent' ? [callAfterCut(), callAtFirst()] : [];
    return { ...eventOf(parsed.data, toCall(parsed.data)), before };
  },
  answer: additionalContext,
};

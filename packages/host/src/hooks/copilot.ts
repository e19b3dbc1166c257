import * as z from 'zod';
import { callAtStart, callForFailure, callForOutput, callForPrompt } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';
import { STARTS_WITHOUT_RESUME } from './payload.ts';

// Hooks of Copilot CLI, seen in 1.0.102 (docs.github.com/copilot: hooks). Its input does not name the event; our entry does, with
// a capital letter. It treats a command that exits with anything but 0 as a success; the code stands at the end of the output.
// postToolUseFailure is for tools that failed themselves. What preCompact says does not reach the model, and no session start
// follows a cut context. Only agentStop names a transcript. What a hook says at the start of a session is not saved with it.

const common = { sessionId: z.string().min(1).max(512), cwd: z.string().max(4096).optional() };

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...common, hook_event_name: z.literal('SessionStart'), source: z.string().default('new') }),
  z.object({ ...common, hook_event_name: z.literal('UserPromptSubmitted'), prompt: z.string() }),
  z.object({
    ...common,
    hook_event_name: z.literal('PostToolUse'),
    toolName: z.enum(['bash', 'powershell']),
    toolArgs: z.object({ command: z.string() }),
    toolResult: z.object({ textResultForLlm: z.string() }),
  }),
  z.object({
    ...common,
    hook_event_name: z.literal('PostToolUseFailure'),
    toolName: z.string(),
    toolArgs: z.unknown(),
    error: z.string().default(''),
  }),
  z.object({ ...common, hook_event_name: z.literal('SessionEnd') }),
]);

/** States, at the end of the output, how a command ended. */
const ENDED = /<shellId: [^>\n]{1,80} completed with exit code (-?\d{1,10})>\s*$/;

function toCall(found: z.infer<typeof event>): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS_WITHOUT_RESUME[found.source];
      return occasion ? callAtStart(occasion) : null;
    }
    case 'UserPromptSubmitted':
      return callForPrompt(found.prompt);
    case 'PostToolUse': {
      const { toolName: tool, toolArgs: input, toolResult } = found;
      const code = ENDED.exec(toolResult.textResultForLlm)?.[1];
      const output = toolResult.textResultForLlm.replace(ENDED, '').trim();
      return callForOutput({ tool, input, output, exitCode: code === undefined ? null : Number(code) });
    }
    case 'PostToolUseFailure':
      return callForFailure({ tool: found.toolName, input: found.toolArgs, error: found.error });
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.sessionId } };
  }
}

/** The hooks of Copilot CLI. */
export const copilot: HookFormat = {
  agent: 'copilot',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const { hook_event_name, sessionId: session, cwd = null } = parsed.data;
    return {
      event: hook_event_name,
      session,
      subagent: null,
      transcript: null,
      capture: null,
      cwd,
      call: toCall(parsed.data),
    };
  },
  answer: (_event, text) => ({ additionalContext: text }),
};

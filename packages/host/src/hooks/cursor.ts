import * as z from 'zod';
import { callAtStart, callForOutput } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';

// Hooks of Cursor, according to its documents only (cursor.com/docs/hooks, read in 2026-11; not run here). A session's start and
// a tool that succeeded accept context for the model. postToolUseFailure and beforeSubmitPrompt accept none, and no event follows
// a cut context, so we enter no hook for these.

const common = {
  conversation_id: z.string().min(1).max(512),
  transcript_path: z.string().min(1).max(4096).nullish().catch(null),
  workspace_roots: z.array(z.string().max(4096)).default([]),
  cwd: z.string().max(4096).optional(),
};

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...common, hook_event_name: z.literal('sessionStart') }),
  z.object({
    ...common,
    hook_event_name: z.literal('postToolUse'),
    tool_name: z.literal('Shell'),
    tool_input: z.object({ command: z.string() }),
    tool_output: z.string(),
  }),
  z.object({ ...common, hook_event_name: z.literal('sessionEnd') }),
]);

const result = z.object({
  exitCode: z.number().nullish().catch(null),
  stdout: z.string().default(''),
  stderr: z.string().default(''),
});

/** What a tool returned: an object, written as JSON. */
function resultOf(output: string): z.infer<typeof result> | null {
  try {
    return result.safeParse(JSON.parse(output)).data ?? null;
  } catch {
    return null;
  }
}

function toCall(found: z.infer<typeof event>): HookCall | null {
  if (found.hook_event_name === 'sessionStart') return callAtStart('session_start');
  if (found.hook_event_name === 'sessionEnd')
    return { name: 'session.end', input: { sessionId: found.conversation_id } };
  const { tool_name: tool, tool_input: input } = found;
  const told = resultOf(found.tool_output);
  if (!told) return null;
  const output = `${told.stdout}\n${told.stderr}`.trim();
  return callForOutput({ tool, input, output, exitCode: told.exitCode ?? null });
}

/** The hooks of Cursor. */
export const cursor: HookFormat = {
  agent: 'cursor',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const { hook_event_name, conversation_id: session, transcript_path, workspace_roots, cwd } = parsed.data;
    return {
      event: hook_event_name,
      session,
      subagent: null,
      transcript: transcript_path ?? null,
      // The format of its transcripts is not known here.
      capture: null,
      // The entry adds the folder that it runs in. For a person's hooks this is Cursor's own folder, so it comes last.
      cwd: workspace_roots[0] ?? cwd ?? null,
      call: toCall(parsed.data),
    };
  },
  answer: (_event, text) => ({ additional_context: text }),
};

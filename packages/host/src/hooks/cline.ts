import * as z from 'zod';
import { callAtStart, callForOutput } from './calls.ts';
import type { HookCall, HookFormat } from './format.ts';

// Hooks of Cline, seen in its CLI 3.0.65. Only what a hook says before or after a tool reaches the model. TaskStart and
// TaskComplete run, but their answers are ignored; UserPromptSubmit did not run. So the start of a session is told with the
// result of its first tool, and nothing is told about a prompt. No transcript is named. agent_end comes after each turn, so it is
// not the end of a session.

const run = z.object({
  result: z.string().default(''),
  error: z.string().nullish().catch(null),
  success: z.boolean().nullish().catch(null),
});

const event = z.object({
  hook_event_name: z.literal('PostToolUse'),
  taskId: z.string().min(1).max(512),
  sessionContext: z
    .object({ rootSessionId: z.string().min(1).max(512) })
    .nullish()
    .catch(null),
  workspaceRoots: z.array(z.string().max(4096)).default([]),
  agent_id: z.string().max(512).nullish().catch(null),
  parent_agent_id: z.string().max(512).nullish().catch(null),
  iteration: z.number().nullish().catch(null),
  tool_result: z.object({ name: z.string(), input: z.unknown(), output: z.unknown() }),
});
type Event = z.infer<typeof event>;

const commands = z.object({ commands: z.array(z.string()) });
/** States, before the output, how a command ended. */
const ENDED = /^\[Command exited with code (-?\d{1,10})\]\n?/;

/** Asks about the first command of a call that failed. */
function aboutCommands({ tool_result: { name: tool, input, output } }: Event): HookCall | null {
  const called = commands.safeParse(input);
  const runs = z.array(run).safeParse(output);
  if (!called.success || !runs.success) return null;
  for (const [at, { result, success }] of runs.data.entries()) {
    const exitCode = Number(ENDED.exec(result)?.[1] ?? (success === false ? 1 : 0));
    const command = called.data.commands[at] ?? '';
    const call = callForOutput({ tool, input: { command }, output: result.replace(ENDED, ''), exitCode });
    if (call) return call;
  }
  return null;
}

/** The hooks of Cline. */
export const cline: HookFormat = {
  agent: 'cline',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const { hook_event_name, taskId, sessionContext, workspaceRoots, agent_id, parent_agent_id, iteration } =
      parsed.data;
    const atFirst = iteration === 1 ? [callAtStart('session_start')] : [];
    return {
      event: hook_event_name,
      session: sessionContext?.rootSessionId ?? taskId,
      subagent: parent_agent_id ? (agent_id ?? null) : null,
      transcript: null,
      capture: null,
      cwd: workspaceRoots[0] ?? null,
      before: atFirst,
      call: aboutCommands(parsed.data),
    };
  },
  answer: (_event, text) => ({ cancel: false, contextModification: text }),
};

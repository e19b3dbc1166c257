import type { InputOf } from '@twicewise/client';
import { bothEnds } from '../both-ends.ts';
import type { ToolCall } from '../model/model.ts';
import { asError } from '../problems.ts';
import { untilAborted } from '../timers.ts';
import type { AgentTool } from './agent-options.ts';

/** A call that was carried out, or could not be. */
export interface CallMade {
  readonly call: ToolCall;
  /** What the model is told. */
  readonly output: string;
  readonly outcome: NonNullable<NonNullable<InputOf<'turn.save'>['calls']>[number]['outcome']>;
  readonly ms: number;
}

/** Most of an output that the model is told, in UTF-16 units: half of its beginning, half of its end. */
const MAX_OUTPUT = 50_000;

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Carries out one call. Never rejects: what went wrong is told to the model, with what it can do. */
async function runCall(call: ToolCall, tools: readonly AgentTool[], signal: AbortSignal): Promise<CallMade> {
  const startedAt = performance.now();
  const made = (outcome: CallMade['outcome'], output: string): CallMade => ({
    call,
    outcome,
    output: bothEnds(output, MAX_OUTPUT),
    ms: Math.round(performance.now() - startedAt),
  });
  const tool = tools.find(({ name }) => name === call.tool);
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ');
    return made(
      'error',
      `There is no tool ${JSON.stringify(call.tool)}. ${names ? `There are: ${names}.` : 'There are none.'}`,
    );
  }
  if (!isRecord(call.input)) return made('error', 'The input must be a JSON object. Call again with one.');
  const { input } = call;
  try {
    const output: unknown = await untilAborted(
      Promise.resolve().then(() => tool.run(input, { signal })),
      signal,
    );
    return made('success', typeof output === 'string' ? output : (JSON.stringify(output) ?? ''));
  } catch (thrown) {
    return made('failure', `The tool failed: ${asError(thrown).message}`);
  }
}

/**
 * Carries out the calls of a reply, one after the other: a model may mean the second to see what the first did. Each is told as soon
 * as it is made, so that a run that is aborted knows what it did. Throws once aborted.
 */
export async function* runCalls(
  calls: readonly ToolCall[],
  tools: readonly AgentTool[],
  signal: AbortSignal,
): AsyncGenerator<CallMade, void> {
  for (const call of calls) {
    // What was aborted must not go on acting.
    signal.throwIfAborted();
    yield await runCall(call, tools, signal);
  }
}

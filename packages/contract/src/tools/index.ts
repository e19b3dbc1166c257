import { answerTools } from './answers.ts';
import type { AgentTool } from './define.ts';
import { furtherTools } from './full.ts';
import { recordingTools } from './recording.ts';
import { retrievalTools } from './retrieval.ts';

export type { AgentTool, ToolCall } from './define.ts';
export * from './input-schema.ts';
export { meantInput } from './meant.ts';

/**
 * Tools offered to every agent (S0-50 to S0-52, E-09): reading first, because that is what gets forgotten. Each costs its
 * tokens in every session (114 to 420). Beside brief, search, store and feedback there are two that their answers name as the
 * next step: `reflection_get` for a lesson that is told in part, `memory_ask` for a session that is told in a line.
 */
export const agentTools: readonly AgentTool[] = [...retrievalTools, ...answerTools, ...recordingTools];

/** What an agent is offered: the core tools, or all of them. */
export type ToolProfile = 'core' | 'full';

/** Tools by profile. */
export const TOOL_PROFILES: Readonly<Record<ToolProfile, readonly AgentTool[]>> = {
  core: agentTools,
  full: [...agentTools, ...furtherTools],
};

import { answerTools } from './answers.ts';
import type { AgentTool } from './define.ts';
import { furtherTools } from './full.ts';
import { recordingTools } from './recording.ts';
import { retrievalTools } from './retrieval.ts';
import { turnTools } from './turns.ts';

export type { AgentTool, ToolCall } from './define.ts';
export * from './input-schema.ts';
export { meantInput } from './meant.ts';

/**
 * Tools offered to every agent (S0-50 to S0-52, E-09). Reading comes first, because agents tend to forget it. Each costs its
 * tokens in every session (114 to 420). Besides brief, search, store and feedback there are two that their answers name as the
 * next step: `reflection_get` for a lesson shown in part, `memory_ask` for a session shown in one line.
 */
export const agentTools: readonly AgentTool[] = [...retrievalTools, ...answerTools, ...recordingTools];

/** The set of tools offered to an agent: the core ones, or all. */
export type ToolProfile = 'core' | 'full';

/** Tools by profile. */
export const TOOL_PROFILES: Readonly<Record<ToolProfile, readonly AgentTool[]>> = {
  core: agentTools,
  full: [...agentTools, ...furtherTools, ...turnTools],
};

import { answerTools } from './answers.ts';
import type { AgentTool } from './define.ts';
import { recordingTools } from './recording.ts';
import { retrievalTools } from './retrieval.ts';

export type { AgentTool, ToolCall } from './define.ts';
export * from './input-schema.ts';

/** Tools offered to agents (S0-50 to S0-53, E-09): reading first, because that is what gets forgotten. */
export const agentTools: readonly AgentTool[] = [...retrievalTools, ...answerTools, ...recordingTools];

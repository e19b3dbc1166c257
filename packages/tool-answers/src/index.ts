// The answers of the tools as texts for agents, whichever way the tools reach them: over MCP, or from a program.
export { agentHint } from './agent-hint.ts';
export { fence, fenceData } from './fence.ts';
export { renderFailure, renderLesson, renderLessons, renderSummary, renderValue, TOLD } from './render.ts';

// The library `@twicewise/agent`, as programs import it.
export type { ContextSnapshot, MemorySummary } from '@twicewise/contract';
export { type CommandOptions, command } from './evaluators/command.ts';
export {
  allOf,
  asking,
  type Check,
  type CheckError,
  type Evaluation,
  type Evaluator,
  type EvaluatorContext,
  scoreOf,
} from './evaluators/evaluation.ts';
export {
  type ExecutionResult,
  type ExecutorOptions,
  type GivenToTask,
  ReflectiveExecutor,
} from './executor.ts';
export { asData } from './lessons-prompt.ts';
export type { Lesson, Memory, PastReflection } from './memory.ts';
export { type MemoryTool, type MemoryToolsOptions, memoryTools } from './memory-tools.ts';
export type { Message, Model, ModelOptions, Reply, Tool, ToolCall } from './model/model.ts';
export type { Problem, Unsaved } from './problems.ts';
export { askForReflection } from './reflexion/ask-for-reflection.ts';
export {
  type Compressed,
  type CompressOptions,
  type Compressor,
  compressCalls,
  type RecordedCall,
  type ToCompress,
} from './reflexion/compress-calls.ts';
export type {
  Acted,
  GivenToAct,
  ReflexionOptions,
  ReflexionResult,
  ReflexionStatus,
  Tried,
} from './reflexion/options.ts';
export type { Action, Failed, ReflectionAnswer, Reflector } from './reflexion/reflection.ts';
export { reflexion } from './reflexion/reflexion.ts';
export type {
  AgentResult,
  AgentStatus,
  AgentTool,
  ReflectiveAgentConfig,
  Workspace,
} from './thinking/agent-options.ts';
export type { ContextMemoryStore } from './thinking/memory-store.ts';
export {
  presetFor,
  THINKING_PRESETS,
  type ThinkingLimits,
  type ThinkingOptions,
  type ThinkingPreset,
  type ToThink,
} from './thinking/options.ts';
export { ReflectiveAgent } from './thinking/reflective-agent.ts';
export { ReflectiveThinking, type Round, type Thought, type ThoughtEnd } from './thinking/reflective-thinking.ts';
export { shortenHistory } from './thinking/shorten-history.ts';

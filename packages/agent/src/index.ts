// The library `@twicewise/agent`, as programs import it.
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
export type { Message, Model, ModelOptions, Reply, Tool, ToolCall } from './model/model.ts';
export type { Problem, Unsaved } from './problems.ts';
export { askForReflection } from './reflexion/ask-for-reflection.ts';
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

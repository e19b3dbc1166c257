import {
  inputError,
  meantInput,
  parseGiven,
  TOOL_PROFILES,
  type ToolProfile,
  toolInputSchema,
} from '@twicewise/contract';
import { agentHint, renderValue } from '@twicewise/tool-answers';
import type { Memory } from './memory.ts';
import type { Tool } from './model/model.ts';
import { asError } from './problems.ts';

/** Where the tools ask and store. */
export interface MemoryToolsOptions {
  /** `core`: those that most agents need. `full`: all. Default `core`. */
  readonly profile?: ToolProfile;
  /** Project of every call that names none. */
  readonly projectId?: string;
  /** Session of every call that stores and names none, and in which the model was shown what it read. */
  readonly sessionId?: string;
}

/** JSON Schema of the input of a tool. */
interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** A tool of the memory for an agent of one's own. */
export interface MemoryTool extends Tool {
  readonly input: ObjectSchema;
  /** Answers text for the model; what went wrong is told in it, too, with what to do. Never rejects. */
  readonly execute: (input: unknown) => Promise<string>;
}

type ContractTool = (typeof TOOL_PROFILES)[ToolProfile][number];

/** What went wrong, and what the model can do. */
function failureText(thrown: unknown): string {
  const error = asError(thrown);
  const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${agentHint(error.hint)}` : '';
  const end = /[.!?]$/.test(error.message) ? '' : '.';
  return `This did not work: ${error.message}${end}${hint}`;
}

function execute(tool: ContractTool, memory: Memory, { projectId, sessionId }: MemoryToolsOptions) {
  const { properties } = toolInputSchema(tool);
  const place = {
    ...(projectId !== undefined && 'projectId' in properties ? { projectId } : {}),
    // For a tool that reads, a session narrows the search to it.
    ...(sessionId !== undefined && 'sessionId' in properties && !tool.readOnly ? { sessionId } : {}),
  };
  // The model reads the answer, so what it is shown is recorded.
  const forAgent = { forAgent: { session: sessionId } };
  return async (input: unknown): Promise<string> => {
    const meant = meantInput(tool, input ?? {});
    const parsed = parseGiven(
      tool.input,
      typeof meant === 'object' && meant !== null && !Array.isArray(meant) ? { ...place, ...meant } : meant,
    );
    if (!parsed.success) return failureText(inputError(tool.name, parsed.error));
    try {
      const call = tool.toCall(parsed.data as never);
      return renderValue(call.name, await memory.call(call.name, call.input as never, forAgent));
    } catch (thrown) {
      return failureText(thrown);
    }
  };
}

/**
 * The tools that agents get over MCP, for an agent in this program: name, description, JSON Schema of the input, and a function.
 * It answers the same texts, in which what was stored is fenced as data.
 * `ai-sdk`, `openai-agents`, `langchain` and `mastra` of `@twicewise/agent` have them in the form of these libraries.
 */
export function memoryTools(memory: Memory, options: MemoryToolsOptions = {}): MemoryTool[] {
  return TOOL_PROFILES[options.profile ?? 'core'].map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: { ...toolInputSchema(tool) },
    execute: execute(tool, memory, options),
  }));
}

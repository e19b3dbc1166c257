import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools';
import type { Memory } from './memory.ts';
import { type MemoryToolsOptions, memoryTools } from './memory-tools.ts';

/**
 * The tools of the memory for LangChain.js and LangGraph: for `createAgent`, a `ToolNode` or `bindTools`. What goes wrong is
 * answered as text.
 */
export function langChainTools(memory: Memory, options: MemoryToolsOptions = {}): StructuredToolInterface[] {
  return memoryTools(memory, options).map(({ name, description, input, execute }) => {
    const fields = { name, description, func: (given: unknown) => execute(given) };
    const shown = new DynamicStructuredTool({ ...fields, schema: input });
    // LangChain would throw for an input that is not as the schema says, so calls go to a tool that takes any.
    const called = new DynamicStructuredTool({ ...fields, schema: {} });
    return Object.assign(shown, { call: called.call.bind(called) });
  });
}

import { type Tool, tool } from '@openai/agents';
import type { Memory } from './memory.ts';
import { type MemoryToolsOptions, memoryTools } from './memory-tools.ts';

/**
 * The tools of the memory for the OpenAI Agents SDK: `new Agent({ tools: openAiAgentsTools(memory) })`. What goes wrong is
 * answered as text.
 */
export function openAiAgentsTools(memory: Memory, options: MemoryToolsOptions = {}): Tool[] {
  return memoryTools(memory, options).map(({ name, description, input, execute }) =>
    tool({
      name,
      description,
      // In strict mode every field would have to be named in each call.
      strict: false,
      parameters: { ...input, required: input.required ?? [], additionalProperties: true },
      execute: (given) => execute(given),
    }),
  );
}

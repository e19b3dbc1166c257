import { createTool, type Tool } from '@mastra/core/tools';
import type { Memory } from './memory.ts';
import { type MemoryToolsOptions, memoryTools } from './memory-tools.ts';

/** A schema as Mastra takes it: shown to the model as it is, and taking any input, because the tool itself says what is wrong. */
function shownSchema(input: object) {
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'twicewise',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ ...input }), output: () => ({ ...input }) },
    },
  };
}

/** The tools of the memory for an `Agent` of Mastra, by their names. What goes wrong is answered as text. */
export function mastraTools(memory: Memory, options: MemoryToolsOptions = {}): Record<string, Tool> {
  return Object.fromEntries(
    memoryTools(memory, options).map(({ name, description, input, execute }) => [
      name,
      createTool({ id: name, description, inputSchema: shownSchema(input), execute: (given) => execute(given) }),
    ]),
  );
}

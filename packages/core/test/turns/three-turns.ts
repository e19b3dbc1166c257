import type { TurnFile } from '@twicewise/contract';

/** Turns 1 to 3 of the document's example (S2-41), in words of our own, as its memory is exported. */
export const THREE_TURNS: TurnFile = {
  version: 1,
  contexts: [
    {
      id: 'ctx_1_1767225600000',
      turnNumber: 1,
      fullContext: 'Files: [main.ts, utils.ts, config.ts]\nState: { started: true }\n',
      summary: 'Read the code: it is made of main, utils and config.',
      tokenCount: 18,
      toolCalls: ['list_files', 'read_file'],
      timestamp: 1_767_225_600_000,
    },
    {
      id: 'ctx_2_1767225660000',
      turnNumber: 2,
      fullContext: 'Files: [main.ts, utils.ts, config.ts, benchmark.ts]\nState: { started: true, measured: true }\n',
      tokenCount: 25,
      timestamp: 1_767_225_660_000,
      workspaceName: 'a field of its own',
    },
    {
      id: 'ctx_3_1767225720000',
      turnNumber: 3,
      fullContext: 'Files: [main.ts, utils.ts, config.ts, benchmark.ts]\nState: { measured: true, optimised: true }\n',
      summary: 'parseData now takes linear time.',
      tokenCount: 26,
      toolCalls: [],
      timestamp: 1_767_225_720_000,
    },
  ],
  summaries: [
    {
      id: 'sum_1',
      contextId: 'ctx_1_1767225600000',
      turnNumber: 1,
      summary: 'Read the code: it is made of main, utils and config.',
      insights: ['3 modules', 'it begins in main.ts', 'config is JSON'],
      tokenCount: 24,
      timestamp: 1_767_225_601_000,
    },
    {
      id: 'sum_3',
      contextId: 'ctx_3_1767225720000',
      turnNumber: 3,
      summary: 'parseData now takes linear time.',
      insights: [],
      tokenCount: 9,
      timestamp: 1_767_225_721_000,
    },
    {
      id: 'sum_2',
      contextId: 'ctx_2_1767225660000',
      turnNumber: 2,
      summary: 'The bottleneck is parseData in utils.ts.',
      insights: ['It compares each row with each other', 'A map would take linear time'],
      tokenCount: 21,
      timestamp: 1_767_225_722_000,
    },
  ],
};

// What is used of libraries that are too large for everyone who works on this project to install. `npm run check:packages`
// compiles the sources that import them, and runs their agents, with the libraries themselves.

declare module '@openai/agents' {
  /** A tool of an agent, with whatever context. */
  export interface Tool {
    readonly type: string;
    readonly name: string;
  }
  export function tool(options: {
    name: string;
    description: string;
    strict: false;
    parameters: {
      type: 'object';
      properties: Readonly<Record<string, unknown>>;
      required: string[];
      additionalProperties: true;
    };
    execute: (input: unknown) => Promise<string>;
  }): Tool;
}

declare module '@langchain/core/tools' {
  export interface StructuredToolInterface {
    name: string;
    description: string;
    schema: object;
  }
  export class DynamicStructuredTool implements StructuredToolInterface {
    constructor(fields: {
      name: string;
      description: string;
      schema: object;
      func: (input: unknown) => Promise<string>;
    });
    name: string;
    description: string;
    schema: object;
    call(input: unknown): Promise<unknown>;
  }
}

declare module '@mastra/core/tools' {
  export interface Tool {
    readonly id: string;
  }
  export function createTool(options: {
    id: string;
    description: string;
    inputSchema: object;
    execute: (input: unknown) => Promise<string>;
  }): Tool;
}

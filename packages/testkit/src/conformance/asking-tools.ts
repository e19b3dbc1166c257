import type { ServerContext } from '@modelcontextprotocol/server';
import { type FixtureTool, said } from './results.ts';

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Asks the person at the client to fill in a form, and returns the answer as text. */
async function elicit({ mcpReq }: ServerContext, message: string, properties: Fields, required: readonly string[]) {
  const requestedSchema = { type: 'object', properties, required: [...required] };
  const answer = (await mcpReq.send({
    method: 'elicitation/create',
    params: { message, requestedSchema: requestedSchema as never },
  })) as { action?: string; content?: unknown };
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}

/** A field of each primitive type, each with a default (SEP-1034). */
const WITH_DEFAULTS: Fields = {
  name: { type: 'string', description: 'User name', default: 'John Doe' },
  age: { type: 'integer', description: 'User age', default: 30 },
  score: { type: 'number', description: 'User score', default: 95.5 },
  status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verification status', default: true },
};

const UNTITLED = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];

/** A choice in each form that a schema allows (SEP-1330). */
const CHOICES: Fields = {
  untitledSingle: { type: 'string', description: 'Select one option', enum: UNTITLED },
  titledSingle: { type: 'string', description: 'Select one option with titles', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    description: 'Select one option (legacy)',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: UNTITLED } },
  titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: TITLED } },
};

function stringArgument(name: string): Readonly<Record<string, unknown>> {
  return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
}

/** Tools that send a request to the client while they work, as the revisions up to 2025-11-25 do. */
export const ASKING_TOOLS: readonly FixtureTool[] = [
  {
    name: 'test_sampling',
    description: 'Has the client ask its model',
    inputSchema: stringArgument('prompt'),
    run: async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
      const answer = await mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } });
      return said(`LLM response: ${JSON.stringify((answer as { content?: unknown }).content)}`);
    },
  },
  {
    name: 'test_elicitation',
    description: 'Has the client ask its person',
    inputSchema: stringArgument('message'),
    run: async ({ message }, context) => {
      const fields = { response: { type: 'string', description: "User's response" } };
      return said(`User response: ${await elicit(context, String(message), fields, ['response'])}`);
    },
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    description: 'Has the client ask its person, with defaults',
    run: async (_input, context) => {
      const message = 'Please review and update the form fields with defaults';
      return said(`Elicitation completed: ${await elicit(context, message, WITH_DEFAULTS, [])}`);
    },
  },
  {
    name: 'test_elicitation_sep1330_enums',
    description: 'Has the client ask its person to choose',
    run: async (_input, context) => {
      const message = 'Please select options from the enum fields';
      return said(`Elicitation completed: ${await elicit(context, message, CHOICES, [])}`);
    },
  },
];

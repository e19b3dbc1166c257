import {
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { askForContext, contextOfPrompt } from './input-required-tools.ts';
import { imageBlock, PIXEL, resourceBlock, textBlock } from './results.ts';

const TEXT = 'text/plain';

const RESOURCES = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: TEXT },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'A text to watch', mimeType: TEXT },
];

const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data by id',
  mimeType: 'application/json',
};

function read(uri: string) {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
  const id = /^test:\/\/template\/([^/]{1,100})\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: TEMPLATE.mimeType, text };
  }
  if (!RESOURCES.some((resource) => resource.uri === uri)) throw new ResourceNotFoundError(uri);
  return { uri, mimeType: TEXT, text: 'This is the content of the static text resource.' };
}

/** Offers the resources that the suite reads and subscribes to. */
export function offerFixtureResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function argument(name: string) {
  return { name, description: `The argument ${name}`, required: true };
}

const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A text' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A text with arguments',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'An image' },
  { name: 'test_input_required_result_prompt', description: 'A text that has to be asked for first' },
];

type Content = GetPromptResult['messages'][number]['content'];

function asUser(...contents: Content[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}

function fill(
  name: string,
  given: Readonly<Record<string, string>>,
  context: ServerContext,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_simple_prompt':
      return asUser(textBlock('This is a simple prompt for testing.'));
    case 'test_prompt_with_arguments':
      return asUser(textBlock(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`));
    case 'test_prompt_with_embedded_resource': {
      const resource = resourceBlock(given.resourceUri ?? '', TEXT, 'Embedded resource content for testing.');
      return asUser(resource, textBlock('Please process the embedded resource above.'));
    }
    case 'test_prompt_with_image':
      return asUser(imageBlock(), textBlock('Please analyze the image above.'));
    case 'test_input_required_result_prompt': {
      const known = contextOfPrompt(context);
      return known === null ? askForContext() : asUser(textBlock(`Use the following context: ${known}`));
    }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt called ${name}.`);
  }
}

/** Offers the prompts that the suite fills, and completion of their arguments. */
export function offerFixturePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }, context) => fill(params.name, params.arguments ?? {}, context));
  server.setRequestHandler('completion/complete', ({ params }) => {
    const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

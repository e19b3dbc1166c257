import { randomBytes, randomUUID } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type FixtureTool, said, type ToolAnswer } from './results.ts';

type InputRequests = Parameters<typeof inputRequired>[0]['inputRequests'];

/** Seals the state that a call gives to the client and gets back in the next round. A changed state is refused. */
export const stateSeal = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) });

/** Asks the person for one field. */
function form(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  const properties = { [field]: { type } } as Record<string, { type: 'string' }>;
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [field] } });
}

/** Asks the model of the client. */
function question(text: string, maxTokens: number) {
  return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });
}

/** The client's response under `key`, unchecked. */
function response({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined {
  return mcpReq.inputResponses?.[key] as Record<string, unknown> | undefined;
}

function accepted(context: ServerContext, key: string, field: string): unknown {
  return acceptedContent<Record<string, unknown>>(context.mcpReq.inputResponses, key)?.[field];
}

function sealed(state: Record<string, unknown>): Promise<string> {
  return stateSeal.mint({ ...state, nonce: randomUUID() });
}

const NAME_FORM = form('What is your name?', 'name');

async function askSeveral(context: ServerContext): Promise<ToolAnswer> {
  const name = accepted(context, 'user_name', 'name');
  const [greeting, roots] = [response(context, 'greeting'), response(context, 'client_roots')];
  if (typeof name === 'string' && greeting && roots) return said(`All three were given, by ${name}`);
  return inputRequired({
    inputRequests: {
      user_name: NAME_FORM,
      greeting: question('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await sealed({ tool: 'multiple_inputs' }),
  });
}

/** Asks two questions in turn. The sealed state says which comes next, because nothing is stored between rounds. */
async function askTwice(context: ServerContext): Promise<ToolAnswer> {
  const round = context.mcpReq.requestState<{ round?: number }>()?.round ?? 0;
  if (round === 0) {
    const inputRequests = { step1: form('Step 1: What is your name?', 'name') };
    return inputRequired({ inputRequests, requestState: await sealed({ round: 1 }) });
  }
  if (round === 1) {
    const inputRequests = { step2: form('Step 2: What is your favorite color?', 'color') };
    return inputRequired({ inputRequests, requestState: await sealed({ round: 2 }) });
  }
  return said(`Both steps are done: ${accepted(context, 'step2', 'color')}`);
}

/** Completes only with a confirmation and a state that was sealed here. */
async function askToConfirm(context: ServerContext, done: string): Promise<ToolAnswer> {
  const isConfirmed = accepted(context, 'confirm', 'ok') !== undefined;
  if (isConfirmed && context.mcpReq.requestState() !== undefined) return said(done);
  const inputRequests = { confirm: form('Please confirm', 'ok', 'boolean') };
  return inputRequired({ inputRequests, requestState: await sealed({ tool: 'confirm' }) });
}

/** Asks only for what the client declared that it supports. */
function askWhatIsDeclared(context: ServerContext): ToolAnswer {
  if (context.mcpReq.inputResponses !== undefined) return said('What was asked for was given');
  const envelope = context.mcpReq.envelope as Record<string, Record<string, unknown> | undefined> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const inputRequests: InputRequests = {
    ...(declared?.elicitation === undefined ? {} : { user_name: NAME_FORM }),
    ...(declared?.sampling === undefined ? {} : { greeting: question('Generate a short greeting', 50) }),
    ...(declared?.roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
  };
  return Object.keys(inputRequests).length === 0 ? said('Nothing can be asked for') : inputRequired({ inputRequests });
}

/** Tools that ask the client by their result, as the 2026 revision does (SEP-2322). */
export const INPUT_REQUIRED_TOOLS: readonly FixtureTool[] = [
  {
    name: 'test_missing_capability',
    description: 'Needs a client with a model',
    run: (_input, context) =>
      response(context, 'answer') === undefined
        ? inputRequired({ inputRequests: { answer: question('Reply with the single word: pong', 16) } })
        : said('The model has answered'),
  },
  {
    name: 'test_input_required_result_elicitation',
    description: 'Asks for a name',
    run: (_input, context) => {
      const name = accepted(context, 'user_name', 'name');
      return typeof name === 'string'
        ? said(`Hello, ${name}!`)
        : inputRequired({ inputRequests: { user_name: NAME_FORM } });
    },
  },
  {
    name: 'test_input_required_result_sampling',
    description: 'Asks the model of the client',
    run: (_input, context) => {
      const answer = response(context, 'capital_question');
      return answer === undefined
        ? inputRequired({ inputRequests: { capital_question: question('What is the capital of France?', 100) } })
        : said(`Sampling response: ${JSON.stringify(answer.content)}`);
    },
  },
  {
    name: 'test_input_required_result_list_roots',
    description: 'Asks for the roots of the client',
    run: (_input, context) => {
      const roots = response(context, 'client_roots')?.roots;
      return Array.isArray(roots)
        ? said(`Roots: ${JSON.stringify(roots)}`)
        : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  },
  {
    name: 'test_input_required_result_request_state',
    description: 'Asks for a confirmation and gets its own state back',
    run: (_input, context) => askToConfirm(context, 'state-ok'),
  },
  {
    name: 'test_input_required_result_tampered_state',
    description: 'Refuses a state that was changed on the way',
    run: (_input, context) => askToConfirm(context, 'integrity-ok'),
  },
  {
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks for three things at once',
    run: (_input, context) => askSeveral(context),
  },
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice',
    run: (_input, context) => askTwice(context),
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks only for what the client can do',
    run: (_input, context) => askWhatIsDeclared(context),
  },
];

/** The text of the prompt that asks first; null until it is given. */
export function contextOfPrompt(context: ServerContext): string | null {
  const given = accepted(context, 'user_context', 'context');
  return typeof given === 'string' ? given : null;
}

/** What that prompt asks for. */
export function askForContext() {
  return inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } });
}

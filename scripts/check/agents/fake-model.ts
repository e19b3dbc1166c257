import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import { responses } from './wire/responses.ts';
import type { Answer, Body, Said, Wire } from './wire/wire.ts';

// A model on 127.0.0.1 that answers from a script. It keeps the requests of an agent's program: they, not our logs, show what
// reached the model.

const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini];

/** One answer of a script. Each is given only once. */
export interface Step extends Said {
  /** Given to the first request whose conversation matches; without it, steps are given in the order of the script. */
  readonly when?: RegExp;
  /** May also be given to side requests of the client, which offer no tools. */
  readonly isForAny?: boolean;
  /** Called before the answer is sent, to do something while the client waits for its model. */
  readonly before?: () => unknown;
  /** Time before the answer is sent, in milliseconds. */
  readonly delay?: number;
}

/** One request to the model for an answer. */
export interface ModelRequest {
  readonly wire: Wire['name'];
  readonly body: Body;
  /** All texts of the conversation, in order. */
  readonly conversation: string;
  /** All texts but the descriptions of tools, which are the same whatever was told. */
  readonly told: string;
  /** Names of the tools that are offered to the model. */
  readonly tools: readonly string[];
}

/** See {@link startFakeModel}. */
export interface FakeModel {
  /** Address without a path, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  /** All requests since the last {@link script}, in order. */
  readonly requests: ModelRequest[];
  /** The requests of the main agent. Side requests, such as for a title, and those of helper agents are left out. */
  main(): ModelRequest[];
  /** Replaces the script and forgets all requests so far. After the end of the script the model answers "Done." */
  script(steps: readonly Step[]): void;
  /** The steps that were not used yet. */
  left(): readonly Step[];
  close(): Promise<void>;
}

/** All texts in a JSON value, in order, one per line. */
export function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.values(value).map(textsOf).join('\n');
}

/** The names in a list of tools, however the format nests them. */
function namesIn(tools: unknown): string[] {
  if (Array.isArray(tools)) return tools.flatMap(namesIn);
  if (tools === null || typeof tools !== 'object') return [];
  const { name, function: inner, functionDeclarations, tools: group } = tools as Record<string, unknown>;
  const own = typeof name === 'string' ? [name] : [];
  return [...own, ...[inner, functionDeclarations, group].flatMap(namesIn)];
}

function readRequest(wire: Wire, body: Body): ModelRequest {
  const { tools, ...rest } = body;
  return {
    wire: wire.name,
    body,
    conversation: textsOf(wire.conversation(body)),
    told: textsOf(rest),
    tools: namesIn(tools),
  };
}

/**
 * The requests that offer tools. A client may run an agent besides the main one, perhaps for its own memory, but offers it only
 * few tools.
 */
function atWork(requests: readonly ModelRequest[]): ModelRequest[] {
  const most = Math.max(...requests.map(({ tools }) => tools.length));
  return requests.filter(({ tools }) => tools.length > 0 && tools.length * 2 >= most);
}

/** The step for a request; removes it from the script. */
function take(steps: Step[], { conversation }: ModelRequest, isAtWork: boolean): Step {
  const fitting = (step: Step) => isAtWork || step.isForAny === true;
  const matching = steps.findIndex((step) => fitting(step) && step.when?.test(conversation));
  const next = steps.findIndex((step) => fitting(step) && step.when === undefined);
  const at = matching >= 0 ? matching : next;
  const [step] = at < 0 ? [] : steps.splice(at, 1);
  return step ?? { text: 'Done.' };
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
  } catch {
    return {};
  }
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function send(response: ServerResponse, answer: Answer): void {
  if ('json' in answer) {
    sendJson(response, answer.json);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of answer.events) {
    const name = event === undefined ? '' : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

/** Answers the other questions of clients: which models there are, and how many tokens a request has. */
function sendBeside(response: ServerResponse, path: string): void {
  if (/count_?tokens$/i.test(path)) sendJson(response, { input_tokens: 100, totalTokens: 100 });
  else if (path.endsWith('/models'))
    sendJson(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
  else sendJson(response, { error: { message: 'The scripted model does not have this.' } }, 404);
}

/** Starts a scripted model that speaks Anthropic Messages, OpenAI Responses and Chat Completions, and Gemini. */
export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let steps: Step[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await readBody(incoming);
    const path = new URL(incoming.url ?? '/', 'http://model').pathname;
    const wire = WIRES.find((one) => one.matches(path));
    if (!wire) {
      sendBeside(response, path);
      return;
    }
    const request = readRequest(wire, body);
    requests.push(request);
    const step = take(steps, request, atWork(requests).includes(request));
    try {
      await step.before?.();
    } catch (error) {
      // No client retries after a 400: the run ends and shows the reason.
      sendJson(response, { error: { message: `the script failed: ${(error as Error).message}` } }, 400);
      return;
    }
    if (step.delay !== undefined) await wait(step.delay);
    send(response, wire.answer(step, body, path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    main: () => atWork(requests),
    script(next) {
      steps = [...next];
      requests.length = 0;
    },
    left: () => steps,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

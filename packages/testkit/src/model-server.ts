import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One answer of the scripted model. */
export type ScriptedAnswer =
  | {
      text?: string;
      calls?: readonly { tool: string; input: unknown }[];
      tokens?: readonly [input: number, output: number];
    }
  /** An HTTP error, such as 429 for a rate limit. */
  | { status: number; retryAfterMs?: number }
  /** A body that is sent as it is, such as half a JSON document. */
  | { raw: string }
  /** Never answers. */
  | { silent: true };

/** A request as the scripted model got it. */
export interface ModelRequest {
  authorization: string | undefined;
  body: {
    messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[];
    tools?: {
      function: {
        name: string;
        description?: string;
        parameters?: { type?: string; properties?: unknown; required?: unknown };
      };
    }[];
    tool_choice?: unknown;
  };
}

/** A model on loopback that says what its script tells it to, and keeps what it was asked. */
export interface ModelServer {
  /** Base address for clients of OpenAI's Chat Completions. */
  url: string;
  requests: ModelRequest[];
  close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function completion({ text = '', calls = [], tokens }: Extract<ScriptedAnswer, { text?: string }>, n: number): object {
  const called = calls.map(({ tool, input }, at) => ({
    id: `call_${n}_${at}`,
    type: 'function',
    function: { name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  const message = { role: 'assistant', content: text, ...(called.length > 0 ? { tool_calls: called } : {}) };
  return {
    id: `chatcmpl-${n}`,
    object: 'chat.completion',
    created: 1_750_000_000,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: called.length > 0 ? 'tool_calls' : 'stop' }],
    ...(tokens
      ? { usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1], total_tokens: tokens[0] + tokens[1] } }
      : {}),
  };
}

async function answer(response: ServerResponse, scripted: ScriptedAnswer | undefined, n: number): Promise<void> {
  if (scripted === undefined) {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `The script has no answer ${n}.`, type: 'script' } }));
  } else if ('silent' in scripted) {
    await wait(60_000, undefined, { ref: false });
  } else if ('raw' in scripted) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(scripted.raw);
  } else if ('status' in scripted) {
    const { status, retryAfterMs } = scripted;
    const after = retryAfterMs === undefined ? {} : { 'retry-after-ms': String(retryAfterMs) };
    response.writeHead(status, { 'content-type': 'application/json', ...after });
    response.end(JSON.stringify({ error: { message: `scripted ${status}`, type: 'scripted' } }));
  } else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(scripted, n)));
  }
}

/** Starts a {@link ModelServer} that speaks OpenAI's Chat Completions, and gives these answers, one for each request. */
export async function startModelServer(script: readonly ScriptedAnswer[]): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await readBody(request)) as ModelRequest['body'];
      requests.push({ authorization: request.headers.authorization, body });
      await answer(response, script[requests.length - 1], requests.length);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { randomUUID } from 'node:crypto';
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import { AppError, MAX_AGENT_MESSAGE_BYTES, parseJson, shorten, toFailure } from '@twicewise/contract';
import { withoutNullArguments } from './null-arguments.ts';
import { type ClientInfo, clientInfo, createMcpServer, type ServerOptions } from './server.ts';

/** Who sends an HTTP request, as far as it says: there is no connection that could know. */
export interface HttpPeer {
  /** Given out with the 2025 handshake; the 2026 revision has no sessions. */
  session: string | null;
  userAgent: string | null;
}

const SESSION_HEADER = 'mcp-session-id';
const SESSION = /^([0-9a-f-]{36})(?:\.([\w-]{1,2048}))?$/;
/**
 * Longest name and version of a client in the id of its session, in UTF-16 units: as JSON each takes six bytes at most, and the
 * header has room for 1,536 in all. Longer than what is stored, because a secret that was cut is not recognized.
 */
const MAX_CLIENT = { name: 180, version: 60 };
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The id of a session holds the name that its client gave in the handshake: nothing is kept here, so sessions cost no
 * memory and go on when another host takes over.
 */
function newSession(client: ClientInfo | undefined): string {
  if (client === undefined) return randomUUID();
  const named = { name: shorten(client.name, MAX_CLIENT.name), version: shorten(client.version, MAX_CLIENT.version) };
  return `${randomUUID()}.${Buffer.from(JSON.stringify(named)).toString('base64url')}`;
}

function readSession(header: string | null): { session: string | null; client: ClientInfo | undefined } {
  const [, session = null, packed] = SESSION.exec(header ?? '') ?? [];
  if (packed === undefined) return { session, client: undefined };
  try {
    return { session, client: clientInfo.safeParse(parseJson(Buffer.from(packed, 'base64url').toString('utf8'))).data };
  } catch {
    return { session, client: undefined };
  }
}

/** The client that opens a 2025 session with this message; null when it is another message. */
function handshakeOf(message: unknown): { client: ClientInfo | undefined } | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { clientInfo?: unknown } | null };
  return method === 'initialize' ? { client: clientInfo.safeParse(params?.clientInfo).data } : null;
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}

/**
 * How many bytes of a body that is too large are read and discarded, so that its connection can serve the next request. The
 * connection of a longer body is closed.
 */
const MAX_SKIPPED = 16_777_216;

/** Reads a body; null when it is too large, whatever its declared length says. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else if (size > MAX_SKIPPED) return null;
    else parts.length = 0;
  }
  return size > maxBytes ? null : Buffer.concat(parts);
}

/** The body as JSON within the limits of the socket, or the answer that refuses it. */
async function readMessage(request: Request): Promise<{ message: unknown } | Response> {
  const body = await readBody(request, MAX_AGENT_MESSAGE_BYTES);
  if (body === null) return refuse(413, -32600, `The message is longer than ${MAX_AGENT_MESSAGE_BYTES} bytes.`);
  try {
    return { message: withoutNullArguments(parseJson(UTF8.decode(body))) };
  } catch (error) {
    return refuse(400, -32700, error instanceof AppError ? toFailure(error).message : 'The body is not UTF-8.');
  }
}

/**
 * MCP over HTTP (Streamable HTTP): one web request in, one response out. Each request gets a server of its own, for the
 * client and session that it names. Who may call is the host's business.
 */
export function createHttpHandler(
  serverFor: (peer: HttpPeer) => ServerOptions,
): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ requestInfo }) => {
    const { session, client: greeted } = readSession(requestInfo?.headers.get(SESSION_HEADER) ?? null);
    const options = serverFor({ session, userAgent: requestInfo?.headers.get('user-agent') ?? null });
    return createMcpServer({ ...options, callerOf: (client) => options.callerOf(client ?? greeted) });
  });
  return async (request) => {
    const isMessage = request.method === 'POST' && isJsonContentType(request.headers.get('content-type'));
    if (!isMessage) return handler.fetch(request);
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    const response = await handler.fetch(request, { parsedBody: read.message });
    const handshake = handshakeOf(read.message);
    if (handshake !== null && response.ok) response.headers.set(SESSION_HEADER, newSession(handshake.client));
    return response;
  };
}

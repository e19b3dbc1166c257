import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { MAX_AGENT_MESSAGE_BYTES } from '@twicewise/contract';
import { LineSplitter } from '@twicewise/mcp';

const SESSION = 'mcp-session-id';

/** The address of the MCP socket, and what its first line must contain. */
interface SocketDoor {
  readonly path: string;
  readonly token: string;
}

/**
 * Passes the messages of one HTTP session to one connection to the MCP socket and back. Messages that the server sends by itself
 * go to the stream of the latest request, because lines on the socket do not say to which request they belong.
 */
function carry(transport: WebStandardStreamableHTTPServerTransport, socket: Socket): void {
  const splitter = new LineSplitter(MAX_AGENT_MESSAGE_BYTES);
  let latest: string | number | undefined;
  transport.onmessage = (message: JSONRPCMessage) => {
    if ('method' in message && 'id' in message) latest = message.id;
    socket.write(`${JSON.stringify(message)}\n`);
  };
  socket.on('data', (chunk: Buffer) => {
    for (const line of splitter.push(chunk) ?? []) {
      const message = JSON.parse(line.toString('utf8')) as JSONRPCMessage;
      const belongs = 'method' in message && latest !== undefined ? { relatedRequestId: latest } : {};
      transport.send(message, belongs).catch(() => socket.destroy());
    }
  });
  socket.on('close', () => transport.close());
  transport.onclose = () => socket.destroy();
}

/**
 * Streamable HTTP with sessions in front of the MCP socket, for a suite that only uses HTTP. It only passes messages on: every
 * answer comes from the product's socket, line transport and server.
 */
export async function sessionGateway({ path, token }: SocketDoor): Promise<{ url: string; close: () => void }> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const socket = connect(path);
    socket.on('error', () => {});
    socket.write(`${JSON.stringify({ token, client: 'gateway', session: randomUUID() })}\n`);
    carry(transport, socket);
    await transport.start();
    return transport;
  };
  const server = createServer(
    getRequestListener(async (request) => {
      const id = request.headers.get(SESSION);
      const transport = id === null ? await open() : sessions.get(id);
      return transport?.handleRequest(request) ?? new Response('no such session', { status: 404 });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const transport of sessions.values()) void transport.close();
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };
}

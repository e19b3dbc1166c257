import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { PlainStore } from './store.ts';

// The door of the plain program: the official SDK over a Unix socket with its stdio framing, and the store on the same thread.

const [folder = ''] = process.argv.slice(2);
const store = new PlainStore(join(folder, 'plain.db'));
const socketPath = join(folder, 'plain.sock');

const lesson = z.object({
  sessionId: z.string().optional(),
  projectId: z.string().optional(),
  taskDescription: z.string().min(1),
  attemptNumber: z.int().default(1),
  outcome: z.enum(['success', 'partial', 'failure', 'unknown']),
  whatWorked: z.array(z.string()).default([]),
  whatDidNotWork: z.array(z.string()).default([]),
  nextStrategy: z.string().default(''),
  tags: z.array(z.string()).default([]),
  relatedEntityIds: z.array(z.string()).default([]),
});
const query = z.object({ id: z.string().optional(), projectId: z.string().default('none'), limit: z.int().default(5) });

function answer(value: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }], structuredContent: value };
}

function plainServer(): McpServer {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  server.registerTool('reflection_store', { description: 'Store a lesson.', inputSchema: lesson }, (input) =>
    answer({ id: store.store(input) }),
  );
  server.registerTool('reflection_get', { description: 'Read lessons.', inputSchema: query }, ({ id, ...recent }) =>
    answer({ items: id === undefined ? store.recent(recent.projectId, recent.limit) : [store.get(id)] }),
  );
  const words = z.object({ taskDescription: z.string(), projectId: z.string().optional(), limit: z.int().default(5) });
  server.registerTool('reflection_search', { description: 'Find lessons.', inputSchema: words }, (input) =>
    answer({ hits: store.search(input.taskDescription, input.projectId ?? null, input.limit) }),
  );
  const task = z.object({ task: z.string(), projectId: z.string().optional(), budget: z.int().default(800) });
  server.registerTool('memory_brief', { description: 'What to know.', inputSchema: task }, (input) =>
    answer({ text: store.brief(input.task, input.projectId ?? null, input.budget) }),
  );
  const project = z.object({ projectId: z.string() });
  server.registerTool('reflection_summary', { description: 'Summary.', inputSchema: project }, ({ projectId }) =>
    answer(store.summary(projectId)),
  );
  const file = z.object({ path: z.string() });
  server.registerTool('import', { description: 'Import a file.', inputSchema: file }, async ({ path }) =>
    answer({ imported: await store.import(path) }),
  );
  server.registerTool('checkpoint', { description: 'Fold the WAL in.', inputSchema: z.object({}) }, () => {
    store.checkpoint();
    return answer({ rows: store.count() });
  });
  return server;
}

rmSync(socketPath, { force: true });
createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  serveStdio(plainServer, { transport: new StdioServerTransport(socket, socket) });
}).listen(socketPath, () => process.stdout.write(`${JSON.stringify({ ready: true, socket: socketPath })}\n`));
process.on('SIGTERM', () => {
  store.close();
  process.exit(0);
});

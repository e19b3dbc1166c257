import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An embedding server on loopback, such as a person may run; it uses the protocol of Ollama. */
export interface EmbeddingServer {
  url: string;
  /** Texts that were sent to it, in order. */
  texts: string[];
  /** It answers only after this resolves. */
  hold: Promise<void> | null;
  stop(): Promise<void>;
}

async function textsIn(request: IncomingMessage): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return (JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] }).input;
}

/** Replaces a model: every text gets a vector of eight numbers, and equal texts get equal vectors. */
function vectorOf(text: string): number[] {
  return Array.from({ length: 8 }, (_, at) => 1 + (((text.codePointAt(at) ?? 0) * (at + 7)) % 13));
}

/** Starts a server on a free port. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer(async (request, response) => {
    const texts = await textsIn(request);
    one.texts.push(...texts);
    await one.hold;
    response.end(JSON.stringify({ embeddings: texts.map(vectorOf) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const one: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts: [],
    hold: null,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return one;
}

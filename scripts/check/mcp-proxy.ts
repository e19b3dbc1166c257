import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that adds our token, for suites that cannot send one. It passes Host and Origin on, so that checks against DNS
 * rebinding reach the real guard; only the proxy's own address is replaced by that of the host.
 */
export async function withToken(target: string, token: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port, pathname } = new URL(target);
  const server: Server = createServer((incoming, outgoing) => {
    const own = (server.address() as AddressInfo).port;
    const translate = (value: string | undefined) => value?.replace(`:${own}`, `:${port}`);
    const { host, origin, ...headers } = incoming.headers;
    const forwarded = {
      ...headers,
      authorization: `Bearer ${token}`,
      host: translate(host),
      ...(origin === undefined ? {} : { origin: translate(origin) }),
    };
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers: forwarded };
    const onward = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
  return { url, close: () => server.close() };
}

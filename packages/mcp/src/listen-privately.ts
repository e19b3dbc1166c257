import type { Server } from 'node:net';

/**
 * Listens on a Unix socket with mode 0600 from the first moment: the mask is set around `listen`, not after it. Rejects
 * when it cannot listen. What fails later is a single connection (too many open files): `failed` is told, and the server
 * goes on.
 */
export async function listenPrivately(
  server: Server,
  path: string,
  failed: (error: Error) => void = () => {},
): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => {
        server.off('error', reject);
        server.on('error', failed);
        resolve();
      });
    });
  } finally {
    process.umask(mask);
  }
}

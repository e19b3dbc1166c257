import type { Server } from 'node:net';

/** Listens on a Unix socket with mode 0600 from the first moment: the mask is set around `listen`, not after it. */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
}

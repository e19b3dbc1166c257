import type { Socket } from 'node:net';

/** Time for the other side to read our last words and close, in milliseconds. */
const LAST_WORDS_MS = 200;

/** Ends a connection after what was written; a peer that does not close its side is cut off. */
export function endSoon(socket: Socket): void {
  socket.end();
  const patience = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
  patience.unref();
  socket.once('close', () => clearTimeout(patience));
}

import type { HttpBindings } from '@hono/node-server';
import type { Position } from '@twicewise/contract';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { EventHub, HostEvent } from '../events.ts';

const HEARTBEAT_MS = 15_000;
/**
 * Most text kept for a slow reader, in UTF-16 units. Beyond it the connection is dropped and the page starts afresh, as it does
 * after any gap. A page that was put to sleep must not use more and more of the host's memory.
 */
const MAX_BACKLOG = 1_048_576;
/** Approximate cost of keeping one event, besides its text. */
const FRAME_OVERHEAD = 128;

interface Frame {
  event: HostEvent['type'];
  data: string;
}

/** A host that ends without a successor sends nothing: the page sees the stream close and waits for the next host. */
function toFrame(event: HostEvent): Frame {
  if (event.type === 'change') return { event: 'change', data: JSON.stringify(event.event) };
  return { event: 'ended', data: event.to === null ? '' : JSON.stringify({ to: event.to }) };
}

/** Events that wait to be sent to one reader. */
class Backlog {
  readonly #frames: Frame[] = [];
  #size = 0;
  #wake: () => void = () => {};

  /** Adds an event; returns false, and adds nothing, when there is no room. */
  push(frame: Frame): boolean {
    const size = frame.data.length + FRAME_OVERHEAD;
    if (this.#size + size > MAX_BACKLOG) return false;
    this.#size += size;
    this.#frames.push(frame);
    this.#wake();
    return true;
  }

  /** The next event; null when none has come for a while, or after `wake`. */
  async next(): Promise<Frame | null> {
    if (this.#frames.length === 0) await this.#wait();
    const frame = this.#frames.shift() ?? null;
    if (frame) this.#size -= frame.data.length + FRAME_OVERHEAD;
    return frame;
  }

  /** Ends a wait in `next`. */
  wake(): void {
    this.#wake();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, HEARTBEAT_MS);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Sends the change events as server-sent events: `hello` first, then `change`, and `moved` when the host hands over. */
export function streamEvents(
  context: Context<{ Bindings: HttpBindings }>,
  events: EventHub,
  position: () => Position,
): Response {
  return streamSSE(context, async (stream) => {
    const backlog = new Backlog();
    const unsubscribe = events.subscribe((event) => {
      if (backlog.push(toFrame(event))) return;
      unsubscribe();
      // Destroyed directly: closing the stream would wait behind the write that is stuck.
      context.env.outgoing.destroy();
    });
    stream.onAbort(() => backlog.wake());
    try {
      await stream.writeSSE({ event: 'hello', data: JSON.stringify(position()) });
      while (!stream.aborted) {
        const frame = await backlog.next();
        if (frame === null) await stream.write(': \n\n');
        else if (frame.event === 'change') await stream.writeSSE(frame);
        else {
          if (frame.data !== '') await stream.writeSSE({ event: 'moved', data: frame.data });
          return;
        }
      }
    } finally {
      unsubscribe();
    }
  });
}

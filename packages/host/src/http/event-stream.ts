import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { EventHub, HostEvent } from '../events.ts';

const HEARTBEAT_MS = 15_000;
/** Events kept for a slow reader; beyond this it is cut off and starts afresh, which is what a gap means anyway. */
const MAX_BACKLOG = 1000;

/** The change events as server-sent events: `hello` first, then `change`, at last `moved` when the host hands over. */
export function streamEvents(
  context: Context,
  events: EventHub,
  hello: () => Promise<{ epoch: string; revision: number }>,
): Response {
  return streamSSE(context, async (stream) => {
    const backlog: HostEvent[] = [];
    let wake: () => void = () => {};
    const unsubscribe = events.subscribe((event) => {
      backlog.push(event);
      wake();
    });
    stream.onAbort(() => {
      unsubscribe();
      wake();
    });
    await stream.writeSSE({ event: 'hello', data: JSON.stringify(await hello()) });
    let moved = false;
    while (!stream.aborted && !moved && backlog.length <= MAX_BACKLOG) {
      const next = backlog.shift();
      moved = next?.type === 'moved';
      if (next)
        await stream.writeSSE({ event: next.type, data: JSON.stringify(next.type === 'change' ? next.event : {}) });
      else if (await waitForEvent((resolve) => (wake = resolve))) await stream.write(': \n\n');
    }
    unsubscribe();
  });
}

/** Resolves to true when a heartbeat is due, to false when there is something to send. */
function waitForEvent(register: (wake: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), HEARTBEAT_MS);
    timer.unref();
    register(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

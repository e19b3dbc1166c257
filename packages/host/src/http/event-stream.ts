import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
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
    let ended = false;
    while (!stream.aborted && !ended && backlog.length <= MAX_BACKLOG) {
      const next = backlog.shift();
      ended = next?.type === 'ended';
      if (next) await say(stream, next);
      else if (await waitForEvent((resolve) => (wake = resolve))) await stream.write(': \n\n');
    }
    unsubscribe();
  });
}

/** A host that simply ends says nothing more: the page sees the stream close and waits for the next one. */
async function say(stream: SSEStreamingApi, event: HostEvent): Promise<void> {
  if (event.type === 'change') await stream.writeSSE({ event: 'change', data: JSON.stringify(event.event) });
  else if (event.to !== null) await stream.writeSSE({ event: 'moved', data: JSON.stringify({ to: event.to }) });
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

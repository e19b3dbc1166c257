import { arrangeSteps, type Places, type Plan } from './layout.ts';
import type { Order } from './layout-worker.ts';

type Answer = { id: number; places: Places };

/** With fewer nodes, arranging them here is faster than sending them to a worker. */
const FEW = 60;

let worker: Worker | null | undefined;
let last = 0;
const waiting = new Map<number, { order: Order; done: (places: Places) => void }>();

/** When workers are refused or fail, the page arranges the nodes itself; their number is limited. */
function withoutWorker(): void {
  worker?.terminate();
  worker = null;
  for (const { order, done } of waiting.values()) done(arrangeSteps(order.steps, order.known));
  waiting.clear();
}

/** The worker, or null where there can be none; it is started once. */
export function startWorker(): Worker | null {
  if (worker !== undefined) return worker;
  try {
    worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      waiting.get(data.id)?.done(data.places);
      waiting.delete(data.id);
    };
    worker.onerror = withoutWorker;
  } catch {
    worker = null;
  }
  return worker;
}

/** Arranges a picture off the main thread, so that a large one does not block the page; see {@link arrangeSteps}. */
export async function arranged(steps: readonly Plan[], known: Places): Promise<Places> {
  const size = steps.at(-1)?.nodes.length ?? 0;
  if (size <= FEW) return arrangeSteps(steps, known);
  const by = startWorker();
  if (!by) return arrangeSteps(steps, known);
  last++;
  const order: Order = { id: last, steps, known };
  return await new Promise((done) => {
    waiting.set(order.id, { order, done });
    by.postMessage(order);
  });
}

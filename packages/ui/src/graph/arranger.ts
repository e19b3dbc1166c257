import { arrange, type Places, type Plan } from './layout.ts';
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
  for (const { order, done } of waiting.values()) done(arrange(order.plan, order.known));
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

/** Arranges a picture off the main thread, so that a large one does not block the page. */
export async function arranged(plan: Plan, known: Places): Promise<Places> {
  if (plan.nodes.length <= FEW) return arrange(plan, known);
  const by = startWorker();
  if (!by) return arrange(plan, known);
  last++;
  const order: Order = { id: last, plan, known };
  return await new Promise((done) => {
    waiting.set(order.id, { order, done });
    by.postMessage(order);
  });
}

import { arrange, type Places, type Plan } from './layout.ts';

/** What the worker is sent. */
export interface Order {
  id: number;
  plan: Plan;
  known: Places;
}

// The page's library has no types for a worker's own scope.
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage: (message: { id: number; places: Places }) => void;
};

scope.onmessage = ({ data: { id, plan, known } }) => scope.postMessage({ id, places: arrange(plan, known) });

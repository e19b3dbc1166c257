import { arrangeSteps, type Places, type Plan } from './layout.ts';

/** The message to the worker. */
export interface Order {
  id: number;
  steps: readonly Plan[];
  known: Places;
}

// The page's type library has no types for the scope of a worker.
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage: (message: { id: number; places: Places }) => void;
};

scope.onmessage = ({ data: { id, steps, known } }) => scope.postMessage({ id, places: arrangeSteps(steps, known) });

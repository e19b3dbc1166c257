import { parentPort } from 'node:worker_threads';

// The store worker, which dies when a lesson tells it to: before it does anything, or after the commit with the answer
// still unsent. A bug or the kernel can cause either at any time.

const port = parentPort;
if (!port) throw new Error('this runs as a worker');
port.on('message', (message: { type: string; calls?: string }) => {
  if (message.type === 'calls' && message.calls?.includes('die before')) throw new Error('told to die before');
});
const post = port.postMessage.bind(port);
port.postMessage = (message: { type: string; news?: string }) => {
  if (message.type === 'turn' && message.news?.includes('die after')) throw new Error('told to die after');
  post(message);
};
await import('../src/worker.ts');

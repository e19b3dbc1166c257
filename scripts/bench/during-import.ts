import { setTimeout as wait } from 'node:timers/promises';
import { nextLesson } from './in-process.ts';
import { projectOf } from './lessons.ts';
import type { Server } from './sides.ts';
import { type Distribution, distribution } from './statistics.ts';

/** How an import affects another client. */
export interface DuringImport {
  seconds: number;
  store: Distribution;
  read: Distribution;
}

const EVERY_MS = 20;

/**
 * Sends a call every 20 ms until stopped, even if earlier calls are not answered yet. A client that waits for its answers would
 * send fewer calls when the server is slow, and so hide the slowness.
 */
async function probe(call: () => Promise<unknown>, stop: AbortSignal): Promise<number[]> {
  const latencies: number[] = [];
  const open: Promise<void>[] = [];
  for (let due = performance.now(); !stop.aborted; due += EVERY_MS) {
    const at = performance.now();
    open.push(call().then(() => void latencies.push(performance.now() - at)));
    await wait(Math.max(0, due + EVERY_MS - performance.now()));
  }
  await Promise.all(open);
  return latencies;
}

/** Imports a file through the running server while two other clients store and read over MCP. */
export async function duringImport(server: Server, file: string): Promise<DuringImport> {
  const [writer, reader] = await Promise.all([server.connect(), server.connect()]);
  const ended = new AbortController();
  let turn = 0;
  const stores = probe(() => writer.call('reflection_store', nextLesson()), ended.signal);
  await wait(EVERY_MS / 2);
  const reads = probe(() => reader.call('reflection_get', { projectId: projectOf(turn++), limit: 5 }), ended.signal);
  const started = performance.now();
  await server.import(file).finally(() => ended.abort());
  const seconds = (performance.now() - started) / 1000;
  const result = { seconds, store: distribution(await stores), read: distribution(await reads) };
  writer.close();
  reader.close();
  return result;
}

import { Worker } from 'node:worker_threads';

// Threads for the store worker. Loading its program takes as long as loading the rest of the host, and there are two
// processors: this file imports nothing else, so that the thread can start before everything else is loaded.

/** Room for young objects, in MB: V8's own choice grows to a hundred under load and is not given back. */
const YOUNG_MB = 16;

/** Threads that nobody has taken yet, by the script that they run. */
const early = new Map<string, Worker>();

function launch(url: URL): Worker {
  return new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

/** Starts the thread of a host that will be made soon. It opens no memory, and keeps no process from ending. */
export function startEarly(url: URL): void {
  const worker = launch(url);
  worker.unref();
  early.set(url.href, worker);
  // Whoever wants it then starts another one, and is told what is wrong with that.
  const forget = () => early.delete(url.href);
  worker.on('error', forget);
  worker.on('exit', forget);
}

/** A thread that runs the script and waits for its setup: the one that was started early, or a new one. */
export function storeThread(url: URL): Worker {
  const worker = early.get(url.href) ?? launch(url);
  early.delete(url.href);
  worker.ref();
  return worker;
}

import { Worker } from 'node:worker_threads';

// Threads for the store worker. Loading its program takes as long as loading the rest of the host, so both are loaded at once.
// This file imports nothing else, so that the thread can start before everything else is loaded.

/** Heap space for young objects, in MB. By default V8 lets it grow to a hundred under load and never gives it back. */
const YOUNG_MB = 16;

/** Threads without a memory that a host may take, by the script they run. */
const idle = new Map<string, Worker>();

function launch(url: URL): Worker {
  return new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

/**
 * Starts the thread for a host that will soon be created. The thread opens no memory and does not keep the process from ending.
 */
export function startEarly(url: URL): void {
  keepThread(url, launch(url));
}

/** Keeps a thread whose memory is closed, or not opened yet, for the next host that this process creates. */
export function keepThread(url: URL, worker: Worker): void {
  worker.unref();
  idle.set(url.href, worker);
  // The host then starts another thread, which reports what is wrong.
  const forget = () => idle.get(url.href) === worker && idle.delete(url.href);
  worker.on('error', forget);
  worker.on('exit', forget);
}

/** A thread that runs the script and waits for its setup: one that is idle, or a new one. */
export function storeThread(url: URL): Worker {
  const worker = idle.get(url.href) ?? launch(url);
  idle.delete(url.href);
  worker.ref();
  return worker;
}

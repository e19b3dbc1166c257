// Preloaded with --import: writes to standard error which files the main thread loads, and which threads it begins.
import module from 'node:module';
import threads from 'node:worker_threads';

if (threads.isMainThread) {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    /**
     * @param {URL} url
     * @param {threads.WorkerOptions} options
     */
    constructor(url, options) {
      process.stderr.write(`loaded thread:${url}\n`);
      super(url, options);
    }
  };
  module.syncBuiltinESMExports();
  module.registerHooks({
    load(url, context, next) {
      process.stderr.write(`loaded ${url}\n`);
      return next(url, context);
    },
  });
}

// Preloaded with --import: writes to standard error which files the main thread loads.
import module from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  module.registerHooks({
    load(url, context, next) {
      process.stderr.write(`loaded ${url}\n`);
      return next(url, context);
    },
  });
}

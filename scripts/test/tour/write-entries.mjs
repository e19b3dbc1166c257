// Imported first by every process of a host that is traced: in place of some files it loads copies that say when their
// functions are entered. The copies were made by whoever started it, so that nothing has to be parsed in here.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { threadId } from 'node:worker_threads';

const { TOUR_COPIES: copiesFile = '', TOUR_LOG: logFile = '' } = process.env;
/** @type {Record<string, string>} Address of a file → its copy. */
const copies = JSON.parse(readFileSync(copiesFile, 'utf8'));
const log = openSync(logFile, 'a');

Object.assign(globalThis, {
  /** @param {string} what */
  tourEntered(what) {
    // One clock for all processes of the machine, and one write for each line, so that lines of others do not mix with it.
    writeSync(log, `${process.hrtime.bigint()} ${process.pid}/${threadId} ${what}\n`);
  },
});

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const copy = copies[url];
    return copy === undefined ? loaded : { ...loaded, source: copy };
  },
});

// Imported first by every process of a traced host. Instead of some files it loads copies that report when their functions are
// entered. The process that started the host made the copies, so nothing has to be parsed here.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { threadId } from 'node:worker_threads';

const { TOUR_COPIES: copiesFile = '', TOUR_LOG: logFile = '' } = process.env;
/** @type {Record<string, string>} For the address of a file, its copy. */
const copies = JSON.parse(readFileSync(copiesFile, 'utf8'));
const log = openSync(logFile, 'a');

Object.assign(globalThis, {
  /** @param {string} what */
  tourEntered(what) {
    // A clock that all processes of the machine share, and a single write per line, so that lines of different processes do not
    // mix.
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

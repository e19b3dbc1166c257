import { existsSync, readFileSync } from 'node:fs';
import { importFrom } from '../../../packages/core/test/bundles/bundle-harness.ts';
import { unpacked } from '../../../packages/core/test/bundles/hostile-archives.ts';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { take } from './memory.ts';

// A process that reads a single archive, so that its time and memory are measured alone: bomb-reader.ts ARCHIVE GOOD HOW.

/**
 * Highest resident memory, in bytes. On Linux, `resourceUsage` reports at least as much as the parent process had, so it is not
 * used there.
 */
function highest(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}

const [path = '', good = '', how] = process.argv.slice(2);
const core = new TestCore();
// Imports a good bundle first: code and buffers that any bundle needs do not count as growth.
await importFrom(core, good);
const before = process.memoryUsage.rss();
const started = performance.now();
const taken =
  how === 'careless'
    ? await unpacked(path).then(() => ({ as: 'imported', reason: '', fault: null }))
    : await take(core, path);
const milliseconds = performance.now() - started;
// The highest value of the whole process, so it is rather too high than too low.
const grown = highest() - before;
const refused = taken.as !== 'imported' && taken.fault === null;
process.stdout.write(JSON.stringify({ refused, message: taken.fault ?? taken.reason, milliseconds, grown }));
await core.remove();

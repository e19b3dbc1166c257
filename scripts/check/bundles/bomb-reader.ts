import { existsSync, readFileSync } from 'node:fs';
import { importFrom } from '../../../packages/core/test/bundles/bundle-harness.ts';
import { unpacked } from '../../../packages/core/test/bundles/hostile-archives.ts';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { take } from './memory.ts';

// A process that reads one archive, so that its time and memory are those of nothing else: bomb-reader.ts ARCHIVE GOOD HOW.

/** Resident memory at its highest, in bytes. What `resourceUsage` says on Linux is no less than what the parent had. */
function highest(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}

const [path = '', good = '', how] = process.argv.slice(2);
const core = new TestCore();
// Code and buffers that any bundle needs are no growth.
await importFrom(core, good);
const before = process.memoryUsage.rss();
const started = performance.now();
const taken =
  how === 'careless'
    ? await unpacked(path).then(() => ({ as: 'imported', reason: '', fault: null }))
    : await take(core, path);
const milliseconds = performance.now() - started;
// The highest of the whole process, so rather too much than too little.
const grown = highest() - before;
const refused = taken.as !== 'imported' && taken.fault === null;
process.stdout.write(JSON.stringify({ refused, message: taken.fault ?? taken.reason, milliseconds, grown }));
await core.remove();

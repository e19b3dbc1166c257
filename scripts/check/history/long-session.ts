import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, resultOf } from '@twicewise/contract';
import { type HostProcess, startHost, tempFolder } from '@twicewise/testkit';
import { RpcClient } from '../../bench/json-rpc.ts';
import { type Distribution, distribution } from '../../bench/statistics.ts';
import { callMeanwhile } from '../calling-meanwhile.ts';
import { lessonFor } from '../ledger.ts';
import { against, exactly, say, type Verdict } from '../verdicts.ts';

// How long a session of many steps takes to be read, and how long others wait meanwhile. The sessions are made up, so that this
// runs on every machine. A step is a record of the transcript: words, a call, or what came of it.

/** Steps of each session. */
const STEPS = 5000;
/** Calls of one attempt: edits and looks, and the check at its end. */
const CALLS = 10;
const SESSIONS = 5;
/** Limit from the request to the end of the job, in milliseconds at the median. */
const READ_AIM = 2000;
/** Limit of another client's calls meanwhile, in milliseconds at the 99th percentile. */
const OTHER_AIM = 50;
const LOOK_MS = 5;
/** How long the host stands still in the negative control, and how often. */
const STILL = { ms: 400, times: 3 };

/** The transcript of a session whose checks mostly fail, and the number of its attempts. */
function longSession(session: string): { text: string; attempts: number } {
  const lines: string[] = [];
  const record = (type: string, content: unknown) => {
    const timestamp = new Date(Date.parse('2026-02-01T10:00:00Z') + lines.length * 1000).toISOString();
    const common = { sessionId: session, version: '2.1.330', cwd: '/work/shop', isSidechain: false };
    lines.push(
      JSON.stringify({ type, uuid: `${session} ${lines.length}`, timestamp, ...common, message: { content } }),
    );
  };
  const call = (name: string, input: object, output: string, failed = false) => {
    const id = `${name} ${lines.length}`;
    record('assistant', [{ type: 'tool_use', id, name, input }]);
    record('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }]);
  };
  record('user', `Make all tests of ${session} pass`);
  let attempts = 0;
  for (; lines.length < STEPS - 2 * CALLS; attempts++) {
    record('assistant', [{ type: 'text', text: `The rows of part ${attempts} are added twice, so I add them once.` }]);
    for (let n = 1; n < CALLS; n++) {
      const file = `/work/shop/src/part${(attempts + n) % 40}.ts`;
      const [before, after] = [`const row${n} = ${attempts};`.repeat(8), `const row${n} = ${attempts + 1};`.repeat(8)];
      if (n % 2 === 1) call('Edit', { file_path: file, old_string: before, new_string: after }, 'The file is updated.');
      else call('Read', { file_path: file }, `${before}\n`.repeat(10));
    }
    const isLast = attempts % 5 === 4;
    const output = `${` ✓ adds up row (${attempts} ms)\n`.repeat(60)}src/part${attempts % 40}.ts:12:3: expected ${attempts} to be 4\n`;
    if (isLast) call('Bash', { command: 'npm test' }, 'Tests  64 passed (64)');
    else call('Bash', { command: 'npm test' }, `Exit code 1\n${output}Tests  1 failed | 63 passed (64)`, true);
  }
  while (lines.length < STEPS) record('assistant', [{ type: 'text', text: 'All of them pass now.' }]);
  return { text: `${lines.join('\n')}\n`, attempts };
}

/** Has a transcript read. Returns the milliseconds until its job was done, and the number of attempts. */
async function read({ client }: HostProcess, path: string): Promise<{ ms: number; attempts: number }> {
  const from = performance.now();
  const asked = await client.call('import.history', { path });
  for (;;) {
    const { job } = await client.call('job.get', { id: asked.job.id });
    if (job.state === 'done') return { ms: performance.now() - from, attempts: resultOf('history', job).attempts ?? 0 };
    if (!isRunning(job)) throw new Error(`The job ended as ${job.state}: ${job.error?.message}`);
    await wait(LOOK_MS);
  }
}

/** Latencies of another client during `work`, which stores and reads every 20 ms. */
async function others(host: HostProcess, work: () => Promise<void>): Promise<Distribution & { failed: number }> {
  const { socket, token } = host.ready;
  const hello = { token, client: 'other', session: 'other', project: 'check' };
  const client = await RpcClient.connect(socket, hello);
  for (let n = 0; n < 200; n++) await client.call('reflection_store', lessonFor(`warm ${n}`));
  let isDone = false;
  const ended = work().finally(() => {
    isDone = true;
  });
  const [{ latencies, failed }] = await Promise.all([callMeanwhile(host, client, () => !isDone), ended]);
  client.close();
  return { ...distribution(latencies), failed };
}

const line = ({ count, p50, p95, p99, max }: Distribution) =>
  `${count} calls: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${max.toFixed(0)} ms`;

/** Stops the host for a while, as a reading without slices would. */
async function standStill({ child }: HostProcess): Promise<void> {
  for (let n = 0; n < STILL.times; n++) {
    child.kill('SIGSTOP');
    await wait(STILL.ms);
    child.kill('SIGCONT');
    await wait(STILL.ms);
  }
}

/** Has made-up sessions read by a host of its own while another client works. */
export async function checkLongSessions(): Promise<Verdict[]> {
  const folder = tempFolder('check-history');
  const host = await startHost({ data: join(folder.path, 'data') });
  try {
    say(`${SESSIONS} sessions of ${STEPS} steps are read`);
    const [times, counts]: [number[], string[]] = [[], []];
    let whole = 0;
    const meanwhile = await others(host, async () => {
      for (let n = 0; n < SESSIONS; n++) {
        const path = join(folder.path, `session-${n}.jsonl`);
        const { text, attempts } = longSession(`session-${n}`);
        writeFileSync(path, text);
        const found = await read(host, path);
        times.push(found.ms);
        counts.push(`${found.attempts} of ${attempts}`);
        if (found.attempts === attempts) whole++;
      }
    });
    const control = await others(host, () => standStill(host));
    const { p50, max } = distribution(times);
    return [
      {
        id: 'reading',
        what: `a session of ${STEPS} steps (aim p50 ${READ_AIM} ms)`,
        found: `p50 ${p50.toFixed(0)}, slowest ${max.toFixed(0)} ms of ${times.length}`,
        state: against(p50, READ_AIM),
      },
      {
        id: 'reading',
        what: 'sessions with all of their attempts',
        found: `${whole} of ${SESSIONS}: ${counts[0]} attempts in the first`,
        state: exactly(whole === SESSIONS),
      },
      {
        id: 'reading',
        what: `another client meanwhile (aim p99 ${OTHER_AIM} ms)`,
        found: line(meanwhile),
        state: meanwhile.failed > 0 ? 'failed' : against(meanwhile.p99, OTHER_AIM),
      },
      {
        id: 'reading',
        what: `negative control: the host stands still for ${STILL.ms} ms, must fail`,
        found: line(control),
        state: exactly(against(control.p99, OTHER_AIM) === 'failed'),
      },
    ];
  } finally {
    await host.stop();
    folder.remove();
  }
}

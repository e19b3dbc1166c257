import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type HostProcess, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { projectOf, questionOf } from '../bench/lessons.ts';
import { distribution } from '../bench/statistics.ts';
import { filledHost } from './filled-host.ts';
import { FailingSessions } from './hook/failing-session.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:hook`: how long a hook delays an agent. Runs the command as an agent does, including the start of the process,
// against a real host with 1,000 to 100,000 lessons; and after a failure in a session of fifty attempts, with hundreds in others,
// where it is asked whether the agent is stuck. Starting Node alone is measured for comparison.

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const SIZES = values.short ? [1000] : [1000, 10_000, 100_000];
const RUNS = values.short ? 20 : 60;
/** Limit from starting the process to its end, in milliseconds at the 95th percentile. */
const AIM = 150;

function line(times: readonly number[]): string {
  const { p50, p95 } = distribution(times);
  return `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms`;
}

interface Answered {
  milliseconds: number;
  said: boolean;
}

/** Runs one hook as an agent does. */
async function hook(host: HostProcess, run: number, prompt: string): Promise<Answered> {
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: `check ${run}`, prompt };
  const args = ['hook', 'UserPromptSubmit', '--data', host.ready.data, '--project', projectOf(run)];
  const from = performance.now();
  const { stdout } = await runCommand(args, { input: JSON.stringify(payload) });
  return { milliseconds: performance.now() - from, said: stdout !== '' };
}

async function measure(lessons: number): Promise<Verdict[]> {
  const folder = tempFolder('check-hook');
  const host = await filledHost(folder.path, lessons);
  try {
    const known: Answered[] = [];
    const foreign: Answered[] = [];
    for (let run = 0; run < RUNS; run++) {
      known.push(await hook(host, run, questionOf(run)));
      foreign.push(await hook(host, run, `Tune the espresso machine for guest ${run}`));
    }
    const times = [...known, ...foreign].map(({ milliseconds }) => milliseconds);
    const right = known.filter(({ said }) => said).length + foreign.filter(({ said }) => !said).length;
    say(`${lessons} lessons: done`);
    return [
      {
        id: 'hook',
        what: `${lessons} lessons, process to end`,
        found: line(times),
        state: against(distribution(times).p95, AIM),
      },
      {
        id: 'hook',
        what: `${lessons} lessons, speaks when it should`,
        found: `${right} of ${2 * RUNS}`,
        state: exactly(right === 2 * RUNS),
      },
    ];
  } finally {
    await host.stop();
    folder.remove();
  }
}

/** Attempts of a session: as many as are looked at. */
const ATTEMPTS = 50;
const OTHERS = 8;

/** After a failure: of an agent that is not stuck, and of agents that are, each of which is told once. */
async function measureFailures(): Promise<Verdict[]> {
  const folder = tempFolder('check-hook');
  const host = await startHost({ data: join(folder.path, 'data') });
  try {
    const sessions = new FailingSessions(host, folder.path);
    for (let n = 0; n < OTHERS; n++) await sessions.add(`other ${n}`, ATTEMPTS, true);
    await sessions.add('calm', ATTEMPTS, false);
    const calm: number[] = [];
    for (let run = 0; run < RUNS; run++) calm.push((await sessions.fail('calm')).milliseconds);
    const told: Answered[] = [];
    for (let n = 0; n < OTHERS; n++) {
      const { milliseconds, said } = await sessions.fail(`other ${n}`);
      told.push({ milliseconds, said: said.includes('led nowhere') });
    }
    const times = told.map(({ milliseconds }) => milliseconds);
    const right = told.filter(({ said }) => said).length;
    return [
      { id: 'hook', what: 'a failure, not stuck', found: line(calm), state: against(distribution(calm).p95, AIM) },
      { id: 'hook', what: 'a failure, told once', found: line(times), state: against(distribution(times).p95, AIM) },
      { id: 'hook', what: 'stuck agents are told', found: `${right} of ${OTHERS}`, state: exactly(right === OTHERS) },
    ];
  } finally {
    await host.stop();
    folder.remove();
  }
}

const alone: number[] = [];
for (let run = 0; run < RUNS; run++) {
  const from = performance.now();
  await once(spawn(process.execPath, ['-e', '']), 'exit');
  alone.push(performance.now() - from);
}
const verdicts: Verdict[] = [];
for (const lessons of SIZES) verdicts.push(...(await measure(lessons)));
verdicts.push(...(await measureFailures()));
process.exitCode = conclude(verdicts, [`Starting Node alone: ${line(alone)}.`]);

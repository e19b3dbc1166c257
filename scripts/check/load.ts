import { parseArgs } from 'node:util';
import { manyAgents } from './load-agents.ts';
import { type AnswerCount, deafClients, largeAnswers } from './load-answers.ts';
import { misbehave } from './load-connections.ts';
import { flood } from './load-flood.ts';
import { noise } from './load-noise.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:load`: many agents, one that floods, connections that misbehave, large answers and clients that do not read
// them, and noise. Covers P8 with T16, T17 and T18 of the quality page. Times and memory fail beyond twice their aim; errors and
// losses always fail.

const HELP = `Usage: npm run check:load -- [--short] [--only T16,T17,T18,answers,noise]

  --short   seconds instead of minutes
`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const size = values.short
  ? {
      agents: 4,
      calls: 100,
      flood: 1500,
      idle: 50,
      partial: 5,
      bytes: 3_000_000,
      ...{ asking: 4, lessons: 40, deaf: 10, lines: 20_000 },
    }
  : {
      agents: 16,
      calls: 2000,
      flood: 20_000,
      idle: 500,
      partial: 50,
      bytes: 10_000_000,
      ...{ asking: 16, lessons: 100, deaf: 50, lines: 200_000 },
    };
const MEGABYTE = 1_048_576;

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}

async function agents(): Promise<Verdict[]> {
  say(`T16: ${size.agents} agents × ${size.calls} calls`);
  const { calls, errors, acknowledged, stored, latency, polls, poll, seconds } = await manyAgents(
    size.agents,
    size.calls,
  );
  if (errors[0]) say(`first error: ${errors[0]}`);
  const found = `${calls} calls in ${seconds.toFixed(0)} s, ${errors.length} errors, ${acknowledged} stores acknowledged, ${stored} there`;
  const times = `p50 ${ms(latency.p50)}, p95 ${ms(latency.p95)}, p99 ${ms(latency.p99)}, max ${ms(latency.max)} (aim p99 100); ${polls} polls, p99 ${ms(poll.p99)}`;
  const exact = errors.length === 0 && acknowledged === stored && calls === size.agents * size.calls;
  return [
    { id: 'P8/T16', what: 'many agents and a polling page: no errors, exact count', found, state: exactly(exact) },
    { id: 'P8/T16', what: 'their calls', found: times, state: against(latency.p99, 100) },
  ];
}

async function flooding(): Promise<Verdict[]> {
  say(`T17: a flood of ${size.flood}`);
  const { answered, errors, other, grown, seconds } = await flood(size.flood);
  const found = `p50 ${ms(other.p50)}, p95 ${ms(other.p95)}, p99 ${ms(other.p99)}, max ${ms(other.max)} over ${other.count} calls (aim p99 150)`;
  const counts = `${answered} of ${size.flood} answered in ${seconds.toFixed(1)} s, ${errors} errors`;
  return [
    { id: 'T17', what: 'the flood itself is answered', found: counts, state: exactly(answered === size.flood) },
    { id: 'T17', what: 'another client during the flood', found, state: against(other.p99, 150) },
    {
      id: 'T17',
      what: 'memory of the host during the flood',
      found: `+${megabytes(grown)} (aim 100)`,
      state: against(grown, 100 * MEGABYTE),
    },
  ];
}

async function connections(): Promise<Verdict[]> {
  say(`T18: ${size.idle} idle and ${size.partial} endless connections`);
  const { idle, idleOpen, partial, closed, slowest, grown, served } = await misbehave(
    size.idle,
    size.partial,
    size.bytes,
  );
  const found = `${closed} of ${partial} closed, the slowest after ${ms(slowest)} (aim 1000)`;
  const kept = `${idleOpen} of ${idle} idle ones kept, another client ${served ? 'was served' : 'was NOT served'}`;
  return [
    {
      id: 'T18',
      what: 'lines without an end are cut off',
      found,
      state: closed === partial ? against(slowest, 1000) : 'failed',
    },
    { id: 'T18', what: 'others do not notice', found: kept, state: exactly(idleOpen === idle && served) },
    {
      id: 'T18',
      what: 'memory of the host',
      found: `+${megabytes(grown)} (aim 100)`,
      state: against(grown, 100 * MEGABYTE),
    },
  ];
}

function answered(what: string, aim: number, count: AnswerCount): Verdict[] {
  const { asked, failed, why, survived, grown, other, otherFailed, seconds } = count;
  const host = survived ? 'the host lives' : 'the host DIED';
  const counts = `${failed} of ${asked} failed, ${otherFailed} of another client, in ${seconds.toFixed(1)} s; ${host}`;
  const times = `another client: p50 ${ms(other.p50)}, p99 ${ms(other.p99)} over ${other.count} calls`;
  const memory = `+${megabytes(grown)} (aim ${aim}); ${times}`;
  if (why) say(`first failure: ${why}`);
  return [
    { id: 'T17', what, found: counts, state: exactly(failed + otherFailed === 0 && survived) },
    { id: 'T17', what: `${what}: memory`, found: memory, state: against(grown, aim * MEGABYTE) },
  ];
}

/**
 * The aims are the amount that all doors together may hold (256 MB), and for a client that reads its answers, the cost of a
 * flood.
 */
async function answers(): Promise<Verdict[]> {
  const { asking, lessons, deaf } = size;
  say(`${asking} agents ask for ${lessons} lessons of 250 KB`);
  const large = answered('agents that ask for large answers', 100, await largeAnswers(asking, lessons));
  say(`${deaf} clients that do not read`);
  const agents = answered('agents that do not read', 256, await deafClients('mcp', deaf, lessons, 8000));
  const pages = answered('pages that do not read', 256, await deafClients('http', deaf, lessons, 8000));
  return [...large, ...agents, ...pages];
}

async function noises(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [kind, closes] of [
    ['notifications', false],
    ['garbage', true],
  ] as const) {
    say(`${size.lines} lines of ${kind}`);
    const { closed, other, otherFailed, seconds } = await noise(kind, size.lines);
    const end = closed ? 'closed' : 'kept';
    const found = `${end} after ${seconds.toFixed(1)} s; another client: ${otherFailed} failed, p50 ${ms(other.p50)}, p99 ${ms(other.p99)}, max ${ms(other.max)} over ${other.count} calls (aim p99 150)`;
    const isRight = closed === closes && otherFailed === 0;
    verdicts.push({
      id: 'T17',
      what: `another client beside ${kind}`,
      found,
      state: isRight ? against(other.p99, 150) : 'failed',
    });
  }
  return verdicts;
}

const parts: Record<string, () => Promise<Verdict[]>> = {
  T16: agents,
  T17: flooding,
  T18: connections,
  answers,
  noise: noises,
};
const verdicts: Verdict[] = [];
for (const name of values.only?.split(',') ?? Object.keys(parts)) verdicts.push(...((await parts[name]?.()) ?? []));
process.exit(conclude(verdicts));

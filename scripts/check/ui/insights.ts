import type { HostProcess } from '@twicewise/testkit';
import { against, exactly, say, type Verdict } from '../verdicts.ts';
import { openScreen } from './opening.ts';
import { percentile, times } from './percentile.ts';

// The figures of Insights, which are counted from all lessons each time.

/** Limit from the start of loading until the figures are painted, in milliseconds at the median; the host counted once before. */
const AIM = 500;
const OPENINGS = 10;
/** Times that the host is asked alone. */
const ASKED = 5;
/** The four above the charts. */
const FIGURES: [string, number] = ['dl [data-figure]', 4];

/** How long the host alone takes to count, in milliseconds. */
async function counting({ client }: HostProcess): Promise<number> {
  const startedAt = performance.now();
  await client.call('memory.insights', { utcOffset: 0 });
  return performance.now() - startedAt;
}

/** Opens Insights of a host with lessons several times. */
export async function checkInsights(
  executable: string,
  host: HostProcess,
): Promise<{ verdicts: Verdict[]; notes: string[] }> {
  const first = await counting(host);
  const alone: number[] = [];
  for (let n = 0; n < ASKED; n++) alone.push(await counting(host));
  say(`Insights is opened ${OPENINGS} times`);
  const opening = { executable, host, screen: 'insights', shows: FIGURES } as const;
  const painted = await openScreen(opening, OPENINGS);
  const late = await openScreen({ ...opening, slower: 2 * AIM }, 3);
  const verdicts: Verdict[] = [
    {
      id: 'insights',
      what: `load to painted figures (aim p50 ${AIM} ms)`,
      found: `${times(painted)} of ${painted.length}`,
      state: against(percentile(painted, 0.5), AIM),
    },
    {
      id: 'insights',
      what: `negative control: each answer late by ${2 * AIM} ms, must fail`,
      found: times(late),
      state: exactly(against(percentile(late, 0.5), AIM) === 'failed'),
    },
  ];
  const notes = [
    `counted by the host alone: ${times(alone)}; the first time, which starts a thread: ${first.toFixed(0)} ms`,
  ];
  return { verdicts, notes };
}

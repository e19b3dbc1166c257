/// <reference lib="dom" />
import { type HostProcess, startHost } from '@twicewise/testkit';
import { against, exactly, say, type Verdict } from '../verdicts.ts';
import { withPage } from './chromium-page.ts';
import { percentile, times } from './percentile.ts';

// The ladder of a session with many attempts.

const ATTEMPTS = 200;
/** Rungs of the first page; a press shows the next ones. */
const FIRST = 100;
/** Limit from the press to the painted rungs, in milliseconds at the median: of the tab, and of the button for more of them. */
const AIM = 300;
const OPENINGS = 10;
/** The button of a rung that opens its details. */
const RUNG = 'ol > li button[aria-expanded]';
/** Text of the button for more of them. */
const MORE = 'Show more attempts';

declare global {
  interface Window {
    /** Presses the button with this text, and resolves with the milliseconds until so many rungs are painted. */
    pressFor: (selector: string, text: string, rungs: number) => Promise<number>;
  }
}

/** Runs in the page before its own code. `slower` delays each answer by this many milliseconds. */
function watchLadder({ slower, rung }: { slower: number; rung: string }): void {
  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await send(...request);
    if (slower > 0) await new Promise((resolve) => setTimeout(resolve, slower));
    return answer;
  };
  const rungs = () => document.querySelectorAll(rung).length;
  window.pressFor = (selector, text, wanted) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.includes(text));
    if (!found) throw new Error(`There is no ${selector} with ${text}.`);
    const from = performance.now();
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (rungs() < wanted) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - from);
          port2.postMessage(null);
        });
      });
      observer.observe(document, { subtree: true, childList: true });
      found.click();
    });
  };
}

/** Records a session whose attempts have checks, errors, files and words, as agents leave them. Returns its record. */
async function recordAttempts({ client }: HostProcess): Promise<string> {
  const place = { projectId: 'ladder', sessionId: 'long' };
  const { episode } = await client.call('episode.store', {
    ...place,
    task: 'Make the cart add up',
    outcome: 'success',
    decisions: [{ chosen: 'Sum integers' }],
  });
  for (let n = 0; n < ATTEMPTS; n++) {
    const isGood = n % 10 === 9;
    const counts = { passed: n % 60, failed: isGood ? 0 : 3 };
    await client.call('attempt.record', {
      ...place,
      task: `Make part ${n % 4} of the cart add up`,
      outcome: isGood ? 'success' : 'failure',
      strategy: `The total of part ${n} leaves out the last row, so I include it and round later`,
      content: {
        actor: {
          filesModified: [`src/cart${n}.ts`],
          totalChanges: { filesChanged: 1, linesAdded: n, linesDeleted: 2 },
        },
        checks: [
          {
            kind: 'tests',
            verdict: isGood ? 'pass' : 'fail',
            command: 'npm test',
            counts,
            output: 'row\n'.repeat(500),
          },
          { kind: 'lint', verdict: 'pass', command: 'npm run lint' },
        ],
        errors: isGood ? [] : [{ message: `expected ${n} to be 4`, signature: 'expected to be', file: 'src/cart.ts' }],
        cost: { tokens: 1000 * n },
      },
    });
  }
  return episode.id;
}

interface Drawn {
  first: number[];
  all: number[];
  /** Rungs in the page at the end of each round. */
  rungs: number[];
}

/** Opens the attempts of a session several times, and then the rest of them. */
function drawLadder(
  executable: string,
  host: HostProcess,
  episode: string,
  rounds: number,
  slower = 0,
): Promise<Drawn> {
  return withPage(executable, async (page) => {
    await page.goto(host.ready.url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.addInitScript(watchLadder, { slower, rung: RUNG });
    const drawn: Drawn = { first: [], all: [], rungs: [] };
    for (let round = 0; round < rounds; round++) {
      await page.goto('about:blank');
      await page.goto(`${new URL(host.ready.url).origin}/#/sessions?episode=${episode}`);
      await page.getByRole('tab', { name: 'Attempts' }).waitFor();
      drawn.first.push(await page.evaluate((n) => window.pressFor('[role="tab"]', 'Attempts', n), FIRST));
      drawn.all.push(await page.evaluate(([text, n]) => window.pressFor('button', text, n), [MORE, ATTEMPTS] as const));
      drawn.rungs.push(await page.locator(RUNG).count());
    }
    return drawn;
  });
}

function timed(what: string, found: readonly number[]): Verdict {
  const state = found.length > 0 ? against(percentile(found, 0.5), AIM) : 'failed';
  return { id: 'ladder', what: `${what} (aim p50 ${AIM} ms)`, found: `${times(found)} of ${found.length}`, state };
}

/** Draws a ladder of made-up attempts with a host of its own. */
export async function checkLadder(executable: string): Promise<Verdict[]> {
  const host = await startHost();
  try {
    const episode = await recordAttempts(host);
    say(`a ladder of ${ATTEMPTS} attempts is opened ${OPENINGS} times`);
    const { first, all, rungs } = await drawLadder(executable, host, episode, OPENINGS);
    const late = await drawLadder(executable, host, episode, 3, 2 * AIM);
    return [
      timed(`press of Attempts to ${FIRST} painted of ${ATTEMPTS}`, first),
      timed(`press of the button for more to ${ATTEMPTS} painted`, all),
      {
        id: 'ladder',
        what: 'rungs in the page',
        found: `${Math.min(...rungs)} to ${Math.max(...rungs)}`,
        state: exactly(rungs.every((count) => count === ATTEMPTS)),
      },
      {
        id: 'ladder',
        what: `negative control: each answer late by ${2 * AIM} ms, must fail`,
        found: times(late.all),
        state: exactly(against(percentile(late.all, 0.5), AIM) === 'failed'),
      },
    ];
  } finally {
    await host.stop();
  }
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { InputOf, OperationName, OutputOf } from '@twicewise/contract';
import type { Step } from '../fake-model.ts';
import type { Workplace } from '../workplace.ts';
import {
  countOf,
  ERROR,
  FAILING,
  type Found,
  lessonOnError,
  MENDED,
  runScript,
  runs,
  type Scenario,
  sessionOf,
} from './scenario.ts';

/** The beginning of the question to an agent that mended something. */
const ASKED = 'You mended something that had failed';
const TASK = 'Make the checkout tests pass.';

/** The model's last answer. It is delayed because some programs write their transcript a moment late. */
const ENDS: Step = { text: 'Done.', delay: 1000 };

/** Steps: a command fails, something is changed, and the command passes. */
function mends(place: Workplace, folder = place.project): Step[] {
  const { write } = place.client;
  if (!write) throw new Error('nobody has said how it writes a file');
  const path = join(folder, MENDED);
  return [runs(place, FAILING), { calls: [write(path, 'The lock is gone.\n')] }, runs(place, FAILING)];
}

/** The answer of an operation, called on the command line. */
async function ask<N extends OperationName>(place: Workplace, name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const { value } = JSON.parse(await place.command('call', name, JSON.stringify(input)));
  return value;
}

/** Maximum time until a session is captured, in milliseconds; capture waits until the transcript is quiet. */
const LONGEST_MS = 20_000;

/** The session's episode and its draft, as soon as both exist. */
async function writtenDown(place: Workplace): Promise<Found> {
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    const { items: episodes } = await ask(place, 'episode.list', {});
    const { items: drafts } = await ask(place, 'reflection.list', { state: 'draft' });
    const hasEpisode = episodes.some(({ task }) => task === TASK);
    const hasDraft = drafts.some((draft) => JSON.stringify(draft).includes(ERROR));
    if (hasEpisode && hasDraft) return { holds: true, what: 'an episode and a draft' };
    if (Date.now() > until) return { holds: false, what: `${episodes.length} episodes and ${drafts.length} drafts` };
    await wait(200);
  }
}

const written: Scenario = {
  name: 'written-down',
  heading: 'written down',
  proves:
    'A session in which a command failed, a file was changed and the command passed is in the memory a moment after its end, with its task and a draft about the error that waits for review. Nobody asked for it.',
  needsHooks: true,
  needs: 'transcript',
  async run(place) {
    await runScript(place, mends(place), { prompt: TASK });
    return writtenDown(place);
  },
};

const nudge: Scenario = {
  name: 'asked-to-store',
  heading: 'asked to store',
  proves:
    'An agent that mended something and stored nothing is asked to, in one turn more, and never again in its session; one that stored something is not asked.',
  needsHooks: true,
  needs: 'nudge',
  async run(place) {
    const steps = [...mends(place), ENDS];
    const { run, last } = await runScript(place, steps, { prompt: TASK });
    const requests = place.script.main();
    const asked = requests.filter((request) => countOf(ASKED, request) > 0).length;
    const [turns, words] = [requests.length - steps.length, countOf(ASKED, last)];
    rmSync(join(place.project, MENDED));
    const again = await runScript(place, steps, { prompt: TASK, session: sessionOf(run) });
    const turnsAgain = place.script.main().length - steps.length;
    const stores = { calls: [place.client.tool('reflection_store', lessonOnError())] };
    const storing = [...mends(place, place.sibling), stores, ENDS];
    const stored = await runScript(place, storing, { prompt: TASK }, place.sibling);
    const turnsStored = place.script.main().length - storing.length;
    const holds =
      [turns, asked, words].every((count) => count === 1) &&
      turnsAgain === 0 &&
      countOf(ASKED, again.last) <= 1 &&
      turnsStored === 0 &&
      countOf(ASKED, stored.last) === 0;
    const what = `${turns} turns more that ask ${words} ×, ${turnsAgain} when it mends again, ${turnsStored} when it stored`;
    return { holds, what };
  },
};

/** The beginning of what an agent that goes round in circles is told. */
const STUCK = 'Your last attempts in this session led nowhere';
/** Longer than it takes until a transcript that was handed over is read, in milliseconds. */
const READ_AFTER_MS = 8000;

/** Steps: three times something else is written, and the tests end with the same error. */
function goesRound(place: Workplace): Step[] {
  const { write } = place.client;
  if (!write) throw new Error('nobody has said how it writes a file');
  return [1, 2, 3].flatMap((n) => [
    { calls: [write(join(place.project, `way-${n}.txt`), `Way ${n}.\n`)] },
    runs(place, FAILING),
  ]);
}

const circles: Scenario = {
  name: 'circles',
  heading: 'told when stuck',
  proves:
    'An agent whose tests end with the same error after three different edits is told so while its turn lasts, once, with what it tried.',
  needsHooks: true,
  needs: 'transcript',
  async run(place) {
    const again = runs(place, FAILING);
    const steps = [...goesRound(place), { ...again, delay: READ_AFTER_MS }, again];
    const { last } = await runScript(place, steps, { prompt: TASK });
    const told = countOf(STUCK, last);
    const tried = [1, 2, 3].filter((n) => countOf(`tried: way-${n}.txt`, last) > 0).length;
    return { holds: told === 1 && tried === 3, what: `${told} ×, with ${tried} of 3 that it tried` };
  },
};

/** Scenarios about what a session leaves behind, what it is asked at its end, and what its attempts tell it. */
export const ENDINGS: readonly Scenario[] = [written, nudge, circles];

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../workplace.ts';
import {
  countOf,
  ERROR_WORD,
  FAILING,
  type Found,
  lessonAtStart,
  lessonOnError,
  runScript,
  runs,
  type Scenario,
  START_WORD,
} from './scenario.ts';

const asksForBrief = ({ client }: Workplace) => ({
  calls: [client.tool('memory_brief', { task: 'Mend the checkout tests' })],
});

/** The model calls one of our tools, and its next request contains the answer. */
export const toolCall: Scenario = {
  name: 'tool-call',
  heading: 'tool call',
  proves: 'The model calls `memory_brief`, and its next request holds the lesson that was asked for.',
  needsHooks: false,
  async run(place) {
    await place.learn(lessonOnError());
    const { first, last } = await runScript(place, [asksForBrief(place)]);
    const [before, after] = [countOf(ERROR_WORD, first), countOf(ERROR_WORD, last)];
    return { holds: before === 0 && after > 0, what: after > 0 ? 'answered' : 'no answer reached the model' };
  },
};

/**
 * Runs the same script in the same workplace, first connected and then disconnected. What the other scenarios look for must be
 * there the first time and absent the second time. A check that also saw it when disconnected would prove nothing.
 */
export const control: Scenario = {
  name: 'control',
  heading: 'control',
  proves:
    'After `connect --remove` the same run shows the model nothing of ours any more: the check sees a difference.',
  needsHooks: false,
  async run(place): Promise<Found> {
    await place.learn(lessonAtStart());
    await place.learn(lessonOnError());
    const steps = [runs(place, FAILING), asksForBrief(place)];
    const seen = async () => {
      const { last } = await runScript(place, steps);
      return countOf(START_WORD, last) + countOf(ERROR_WORD, last);
    };
    const connected = await seen();
    await place.command('connect', place.client.id, '--remove', '--yes');
    const said = place.complaints().length;
    const removed = await seen();
    // The script calls our tool although it was removed. Some clients complain, and they are right.
    place.complaints().splice(said);
    return { holds: connected > 0 && removed === 0, what: `${connected} words while connected, ${removed} after` };
  },
};

/** The file that our hook entries start, and the name of one that does not exist. */
const ENTRY = 'twicewise.mjs';
const ABSENT = 'twicewise-absent.mjs';

/** Makes every line of our hooks start a file that does not exist. */
function breakHooks({ home }: Workplace): void {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const text = readFileSync(path, 'utf8');
    const broken = text.replaceAll(`${ENTRY} hook `, `${ABSENT} hook `);
    if (broken !== text) writeFileSync(path, broken);
  }
}

/** Proves that the check would see errors: "no error was seen" means something only if an error would be seen. */
export const complains: Scenario = {
  name: 'complains',
  heading: 'errors seen',
  proves:
    'With lines of hooks that are broken on purpose the client says so, to the person or in its log, and the check sees it. In no other scenario may it.',
  needsHooks: true,
  needs: 'complain',
  async run(place): Promise<Found> {
    breakHooks(place);
    await runScript(place, [runs(place, FAILING)]);
    const seen = place.complaints().splice(0);
    return { holds: seen.length > 0, what: seen[0] ?? 'it says nothing of a hook that fails' };
  },
};

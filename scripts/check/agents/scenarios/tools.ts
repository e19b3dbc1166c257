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

/** The model calls a tool of ours, and its answer is in the next request. */
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
 * The same workplace and the same script once connected and once taken out again: what the other scenarios look for must be
 * there, and then be gone. A harness that saw it anyway would prove nothing.
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
    const removed = await seen();
    return { holds: connected > 0 && removed === 0, what: `${connected} words while connected, ${removed} after` };
  },
};

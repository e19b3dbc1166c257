import { setTimeout as wait } from 'node:timers/promises';
import type { ModelRequest } from '../fake-model.ts';
import { countOf, ERROR_WORD, HIDDEN, lessonOnError, PROMPT, runScript, runs, type Scenario } from './scenario.ts';

const TASK = 'SUBAGENT-TASK: run the tests.';
/** Matches a conversation that begins with the task, not with the person's prompt. */
const OF_SUBAGENT = new RegExp(`^(?![\\s\\S]*${PROMPT})[\\s\\S]*${TASK}`);
/** Maximum time until a subagent has run its command, in milliseconds. */
const LONGEST_MS = 30_000;

/** Waits until a subagent has asked its model for the next step after its command: some programs do not wait for it. */
async function untilDone(requests: readonly ModelRequest[]): Promise<void> {
  const until = Date.now() + LONGEST_MS;
  const count = () => requests.filter(({ conversation }) => OF_SUBAGENT.test(conversation)).length;
  while (count() < 2 && Date.now() < until) await wait(100);
}

/** What was told to one agent of a session is not known to another. */
export const subagents: Scenario = {
  name: 'subagents',
  heading: 'subagents',
  proves:
    'The agent is told a lesson at a failing command, and then so is its subagent, when the same command fails for it; the agent is not told again.',
  needsHooks: true,
  needs: 'subagents',
  async run(place) {
    const { client, script } = place;
    const call = client.subagent?.(TASK);
    if (!call) throw new Error('nobody has said how it starts a subagent');
    await place.learn(lessonOnError());
    const { last } = await runScript(place, [
      runs(place, HIDDEN),
      { calls: [call] },
      { ...runs(place, HIDDEN), when: OF_SUBAGENT, isForAny: true },
      { text: 'Done.', when: OF_SUBAGENT, isForAny: true },
      { text: 'Done.', before: () => untilDone(script.requests) },
    ]);
    const own = script.requests.filter(({ conversation }) => OF_SUBAGENT.test(conversation));
    const told = countOf(ERROR_WORD, own.at(-1));
    const main = script.requests.findLast(({ conversation }) => conversation.includes(PROMPT)) ?? last;
    const ownTold = countOf(ERROR_WORD, main);
    return { holds: told === 1 && ownTold === 1, what: `subagent told ${told} ×, the agent ${ownTold} ×` };
  },
};

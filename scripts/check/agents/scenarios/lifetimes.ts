import { setTimeout as wait } from 'node:timers/promises';
import type { Step } from '../fake-model.ts';
import type { Run, Workplace } from '../workplace.ts';
import {
  countOf,
  ERROR,
  ERROR_WORD,
  FAILING,
  type Found,
  HIDDEN,
  lessonAtStart,
  lessonOnError,
  PROMPT,
  requireEnded,
  runScript,
  runs,
  type Scenario,
  START_WORD,
  sessionOf,
} from './scenario.ts';

const deadHost: Scenario = {
  name: 'dead-host',
  heading: 'host killed',
  proves:
    'The host is killed before a command fails and again before a tool of ours is called: the tool is answered by a new host.',
  needsHooks: false,
  async run(place) {
    await place.learn(lessonOnError());
    const kill = () => place.killHost();
    const asks = { calls: [place.client.tool('memory_brief', { task: 'Mend the checkout tests' })] };
    const { last } = await runScript(place, [
      { ...runs(place, FAILING), before: kill },
      { ...asks, before: kill },
    ]);
    const told = countOf(ERROR_WORD, place.script.main()[1]);
    const isAnswered = countOf(ERROR_WORD, last) > told;
    const what = `${told > 0 ? 'told by a new host' : 'silent'}, tool ${isAnswered ? 'answered' : 'NOT answered'}`;
    return { holds: isAnswered, what };
  },
};

const besideClaude: Scenario = {
  name: 'beside',
  heading: 'beside another',
  proves:
    'With Claude Code connected for the same project, whose settings some programs read too, each lesson is told once.',
  needsHooks: true,
  async run(place) {
    await place.command('connect', 'claude-code', '--scope', 'project', '--yes');
    await place.learn(lessonAtStart());
    await place.learn(lessonOnError());
    const { last } = await runScript(place, [runs(place, HIDDEN)]);
    const counts = [countOf(START_WORD, last), countOf(ERROR_WORD, last)];
    const what = `${counts[0]} × at the start, ${counts[1]} × at the error`;
    return { holds: counts.every((count) => count === 1), what };
  },
};

/** Starts a session that is told one of two lessons, and returns its id. */
async function toldOnce(place: Workplace, steps: readonly Step[] = []): Promise<string> {
  await place.learn(lessonAtStart());
  await place.learn(lessonOnError());
  const { run, first } = await runScript(place, steps);
  if (countOf(START_WORD, first) !== 1) throw new Error('it was not told anything at its start');
  return sessionOf(run);
}

/** Continues a session that still has what it was told. It must then have seen each lesson once. */
async function goesOn(place: Workplace, turn: { session: string; isFork?: boolean }): Promise<Found> {
  const { last } = await runScript(place, [runs(place, HIDDEN)], turn);
  const [old, new_] = [countOf(START_WORD, last), countOf(ERROR_WORD, last)];
  const isSame = (last?.conversation.split(PROMPT).length ?? 0) > 2;
  const what = `${old} × what it knew, ${new_} × what it did not${isSame ? '' : ', in a session without its past'}`;
  return { holds: isSame && old === 1 && new_ === 1, what };
}

const resumed: Scenario = {
  name: 'resumed',
  heading: 'resumed',
  proves: 'A session that is resumed is not told again what it was told, and is told what it was not.',
  needsHooks: true,
  needs: 'resume',
  run: async (place) => goesOn(place, { session: await toldOnce(place) }),
};

const forked: Scenario = {
  name: 'forked',
  heading: 'forked',
  proves: 'The same for a session that is a copy of another.',
  needsHooks: true,
  needs: 'fork',
  run: async (place) => goesOn(place, { session: await toldOnce(place), isFork: true }),
};

/**
 * Two starts within this time, in milliseconds, count as one whose hook is configured twice: nobody resumes a session that fast.
 */
const SAME_START_MS = 10_500;
/**
 * A command whose output makes the context longer than any summary, and the number of tokens that the model reports for it: some
 * clients count tokens themselves, others trust the model.
 */
const LONG = 'seq 1 4000';
const LONG_TOKENS = { inputTokens: 30_000 };
const SUMMARY = { text: '<summary>The tests were run.</summary>', isForAny: true, ...LONG_TOKENS };

/** Makes the client compact the session's context, in a run of its own. Throws if nothing was summarised. */
async function compact(place: Workplace, session: string): Promise<void> {
  const { compaction } = place.client;
  if (!compaction) throw new Error('nobody has said how it compacts');
  // Several answers: some clients ask again when they do not accept a summary, and one asks again for what follows it.
  const summaries = [SUMMARY, SUMMARY, SUMMARY, SUMMARY];
  const isAsked = 'prompt' in compaction;
  place.script.script(isAsked ? summaries : [{ ...runs(place, 'true'), ...compaction }, ...summaries]);
  const run = await place.run({ prompt: isAsked ? compaction.prompt : PROMPT, session });
  requireEnded(run, place.script.requests.length);
}

const compacted: Scenario = {
  name: 'compacted',
  heading: 'compacted',
  proves: 'A session whose context was compacted is told again what went with it, once.',
  needsHooks: true,
  needs: 'compact',
  async run(place) {
    const session = await toldOnce(place, [
      { ...runs(place, LONG), ...LONG_TOKENS },
      { text: 'Done.', ...LONG_TOKENS },
    ]);
    await compact(place, session);
    await wait(SAME_START_MS);
    const { last } = await runScript(place, [], { session });
    const isCompacted = last?.conversation.includes('The tests were run.') && !last.conversation.includes('\n3999\n');
    const count = countOf(START_WORD, last);
    return {
      holds: isCompacted === true && count === 1,
      what: isCompacted ? `told ${count} ×` : 'it was not compacted',
    };
  },
};

const AT_ONCE = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA'];

/** True if a session saw each of its own lessons once, and no other lesson. */
function isOwnOnly(place: Workplace, name: string, run: Run): boolean {
  requireEnded(run, 0);
  const last = place.script.main().findLast(({ conversation }) => conversation.includes(`${name}-SESSION`));
  return AT_ONCE.every((other) => {
    const times = other === name ? 1 : 0;
    return countOf(`${other}-START`, last) === times && countOf(`${other}-FIX`, last) === times;
  });
}

const fourAtOnce: Scenario = {
  name: 'four-at-once',
  heading: 'four at once',
  proves: 'Four sessions at the same time, in four projects, are each told their own lessons and nobody else’s.',
  needsHooks: true,
  async run(place) {
    const folders = AT_ONCE.map((name) => place.repository(name, `${ERROR}_${name}`));
    for (const [index, name] of AT_ONCE.entries()) {
      await place.learn(lessonAtStart(`${name}-START`, `${ERROR}_${name}`), folders[index]);
      await place.learn(lessonOnError(`${name}-FIX`, `${ERROR}_${name}`), folders[index]);
    }
    // Programs set themselves up at their first start; opencode fails where four do so at once.
    await place.run({ prompt: PROMPT });
    place.script.script(AT_ONCE.map((name) => ({ ...runs(place, HIDDEN), when: new RegExp(`${name}-SESSION`) })));
    const turns = AT_ONCE.map((name, index) => place.run({ prompt: `${PROMPT} ${name}-SESSION` }, folders[index]));
    const ended = await Promise.all(turns);
    const own = AT_ONCE.filter((name, index) => isOwnOnly(place, name, ended[index] as Run)).length;
    return { holds: own === AT_ONCE.length, what: `${own} of ${AT_ONCE.length}` };
  },
};

/** Scenarios about what happens to a session over its life, and to its host. */
export const LIFETIMES: readonly Scenario[] = [deadHost, besideClaude, resumed, compacted, forked, fourAtOnce];

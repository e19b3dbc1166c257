import type { ModelRequest } from '../fake-model.ts';
import {
  countOf,
  ERROR,
  ERROR_WORD,
  FAILING,
  type Found,
  HIDDEN,
  lessonAtStart,
  lessonOnError,
  runScript,
  runs,
  type Scenario,
  START_WORD,
} from './scenario.ts';

/** Marks a text that we add without being asked. */
const MARK = 'twicewise-memory';

/** Number of words of either lesson that the model was told. */
function wordsIn(request: ModelRequest | undefined): number {
  return countOf(START_WORD, request) + countOf(ERROR_WORD, request);
}

function exactlyOnce(count: number): Found {
  const times = ['not told', 'told once'][count] ?? `told ${count} times`;
  return { holds: count === 1, what: times };
}

const atStart: Scenario = {
  name: 'start',
  heading: 'session start',
  proves:
    'A lesson that an agent of the same program stored in another worktree is in the first request of a new session.',
  needsHooks: true,
  async run(place) {
    await runScript(place, [{ calls: [place.client.tool('reflection_store', lessonAtStart())] }], {}, place.sibling);
    const { first } = await runScript(place, []);
    return exactlyOnce(countOf(START_WORD, first));
  },
};

const atPrompt: Scenario = {
  name: 'prompt',
  heading: 'prompt',
  proves: 'A prompt that names what a lesson is about has the lesson in its first request.',
  needsHooks: true,
  async run(place) {
    await place.learn(lessonOnError());
    const { first } = await runScript(place, [], { prompt: `Mend the checkout tests, they fail with ${ERROR}.` });
    return exactlyOnce(countOf(ERROR_WORD, first));
  },
};

function atFailure(command: string): Scenario['run'] {
  return async (place) => {
    await place.learn(lessonOnError());
    const { first, last } = await runScript(place, [runs(place, command)]);
    if (countOf(ERROR_WORD, first) > 0) return { holds: false, what: 'told before the command failed' };
    return exactlyOnce(countOf(ERROR_WORD, last));
  };
}

const failure: Scenario = {
  name: 'failure',
  heading: 'failing command',
  proves: `\`${FAILING}\` fails, and the lesson about its error is in the next request.`,
  needsHooks: true,
  run: atFailure(FAILING),
};

const hidden: Scenario = {
  name: 'hidden-exit',
  heading: 'hidden exit code',
  proves: `The same with \`${HIDDEN}\`, which ends with 0.`,
  needsHooks: true,
  run: atFailure(HIDDEN),
};

const once: Scenario = {
  name: 'once',
  heading: 'once only',
  proves: 'A lesson that was told at the start is not told again when its error comes twice.',
  needsHooks: true,
  async run(place) {
    await place.learn(lessonAtStart());
    const { last } = await runScript(place, [runs(place, FAILING), runs(place, FAILING)]);
    return exactlyOnce(countOf(START_WORD, last));
  },
};

const unrelated: Scenario = {
  name: 'unrelated',
  heading: 'nothing fits',
  proves: 'Nothing is said in a project whose memory has nothing on the error, beside one that has, where it is said.',
  needsHooks: true,
  async run(place) {
    const library = place.repository('library', 'ERR_PAPER_JAM');
    await place.learn(lessonAtStart());
    await place.learn(lessonOnError());
    await place.learn(lessonOnError('PERCHFISH', 'ERR_FADED_COLOUR'), library);
    const { last } = await runScript(place, [runs(place, FAILING)], {}, library);
    const silent = wordsIn(last) + countOf(MARK, last);
    const beside = await runScript(place, [runs(place, FAILING)]);
    const spoken = wordsIn(beside.last);
    return { holds: silent === 0 && spoken > 0, what: `${silent} words, beside it ${spoken}` };
  },
};

const switchedOff: Scenario = {
  name: 'off',
  heading: 'switched off',
  proves: 'After `twicewise hook off` nothing is told; after `hook on` it is.',
  needsHooks: true,
  async run(place) {
    await place.learn(lessonAtStart());
    await place.learn(lessonOnError());
    await place.command('hook', 'off');
    const off = await runScript(place, [runs(place, FAILING)]);
    await place.command('hook', 'on');
    const on = await runScript(place, [runs(place, FAILING)]);
    const silent = wordsIn(off.last) + countOf(MARK, off.last);
    const spoken = wordsIn(on.last);
    return { holds: silent === 0 && spoken > 0, what: `${silent} words while off, then ${spoken}` };
  },
};

/** Scenarios about when something is told, and when not. */
export const TOLD: readonly Scenario[] = [atStart, atPrompt, failure, hidden, once, unrelated, switchedOff];

import type { Ability } from '../clients/client.ts';
import type { ModelRequest, Step } from '../fake-model.ts';
import type { Run, Workplace } from '../workplace.ts';

/** The result of a scenario. */
export interface Found {
  readonly holds: boolean;
  /** What was counted, in a few words. */
  readonly what: string;
}

/** Something that must work in every client. */
export interface Scenario {
  /** Its name on the command line. */
  readonly name: string;
  /** Its column in the table. */
  readonly heading: string;
  /** What it proves, as a sentence for the page. */
  readonly proves: string;
  /** True if it is about lessons that arrive unasked, which needs hooks. */
  readonly needsHooks: boolean;
  /** What the client must be able to do without a person. */
  readonly needs?: Ability;
  /** True if it runs without `connect`, with the memory in its default place. */
  readonly isWithoutConnect?: boolean;
  /** Runs it in a workplace, where the client is connected unless `isWithoutConnect` is set. */
  run(place: Workplace): Promise<Found>;
}

/** A prompt without a task, so that no lesson fits it. */
export const PROMPT = 'Please go on.';
/** The error of the failing test in the workplace's repository. */
export const ERROR = 'ERR_CHECKOUT_LOCK';
/** The test passes if a file with this name exists. */
export const MENDED = 'mended.txt';
/** Two commands: one fails; the other fails too, but a pipe hides its exit code. */
export const FAILING = 'npm test';
export const HIDDEN = 'npm test 2>&1 | tail -n 20';

// Words that never occur by chance: if a request contains one, its lesson reached the model.

/** The words of {@link lessonAtStart} and {@link lessonOnError}. */
export const START_WORD = 'QUILLFISH';
export const ERROR_WORD = 'ZANDERFISH';

/** A lesson that is told when a session starts, or otherwise at the error: a failure that was never mended. */
export function lessonAtStart(word = START_WORD, error = ERROR): Record<string, unknown> {
  return {
    taskDescription: 'Run the checkout tests',
    outcome: 'failure',
    whatDidNotWork: [`A longer timeout did not help, ${error} came again (${word})`],
    nextStrategy: 'End the older process before the tests',
  };
}

/** A lesson that is told only at its error: a success with nothing left to do. */
export function lessonOnError(word = ERROR_WORD, error = ERROR): Record<string, unknown> {
  return {
    taskDescription: 'Mend the checkout tests',
    outcome: 'success',
    whatDidNotWork: [`${error} came from a lock that was left behind`],
    whatWorked: [`Removing stale.lock before each run (${word})`],
  };
}

/** How often a word occurs in what the model was told. */
export function countOf(word: string, request: ModelRequest | undefined): number {
  return (request?.told.split(word).length ?? 1) - 1;
}

/** A step in which the model runs a command. */
export function runs({ client }: Workplace, command: string): Step {
  return { calls: [client.shell(command)] };
}

/** Runs the client once with these steps of the model. Throws if the client fails or does not use all of them. */
export async function runScript(
  place: Workplace,
  steps: readonly Step[],
  turn: { session?: string; isFork?: boolean; prompt?: string } = {},
  folder?: string,
): Promise<{ run: Run; first: ModelRequest | undefined; last: ModelRequest | undefined }> {
  place.script.script(steps);
  const run = await place.run({ prompt: PROMPT, ...turn }, folder);
  const asked = place.script.main();
  requireEnded(run, asked.length);
  const left = place.script.left().length;
  if (left > 0) throw new Error(`${place.client.name} asked its model ${asked.length} times and left ${left} steps`);
  return { run, first: asked[0], last: asked.at(-1) };
}

/** Throws if a run did not end normally. */
export function requireEnded({ code, output, errors }: Run, requests: number): void {
  if (code === 0) return;
  const said = `${errors}\n${output}`.trim().slice(-600);
  throw new Error(`ended with ${code ?? 'nothing, it took too long'} after ${requests} requests: ${said}`);
}

/** The session of a run that will be continued; throws if it is unknown. */
export function sessionOf({ session }: Run): string {
  if (session === null) throw new Error('it did not say which session it was');
  return session;
}

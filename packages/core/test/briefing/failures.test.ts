import { tellingLines } from '@twicewise/checks';
import type { Caller, InputOf } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';
import { type FailedCommand, KNOWN, LEARNT, UNKNOWN } from './failing-commands.ts';

// What a hook asks when a command failed: whether the error is known, and what mended it.

let test: TestCore;
const names = new Map<string, string>();
let asked = 0;

const store = (lesson: object, caller: Caller) =>
  test.call('reflection.store', lesson as InputOf<'reflection.store'>, caller);

beforeAll(async () => {
  test = new TestCore();
  for (const [name, lesson] of Object.entries(LEARNT)) {
    const { reflection } = await store(lesson, agentIn('/work/shop', { session: 'before' }));
    names.set(reflection.id, name);
  }
});
afterAll(() => test.remove());

/** The text that a hook makes from a failed command. */
const textOf = ({ command, error }: FailedCommand) => `${command}\n${tellingLines(error, 4).join('\n')}`;

async function told(text: string, folder = '/work/shop') {
  asked++;
  const caller = agentIn(folder, { session: `now ${asked}` });
  const answer = await test.call('memory.remind', { occasion: 'tool_failure', text }, caller);
  return { ...answer, names: answer.lessons.map(({ id }) => names.get(id) ?? id) };
}

describe('at a failing command', () => {
  it.each(KNOWN)('every lesson that knows the error is told, fixes first: $command', async ({ lessons, ...failed }) => {
    const answer = await told(textOf(failed));
    expect(answer.names).toEqual(lessons);
    expect(answer.tokens).toBeLessThanOrEqual(400);
    const at = answer.lessons.map(({ id }) => answer.text?.indexOf(id) ?? -1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  it.each(UNKNOWN)('nothing is told of an error that no lesson knows: $command', async (failed) => {
    expect((await told(textOf(failed))).names).toEqual([]);
  });

  it('what one project knows is told to no other', async () => {
    await store({ taskDescription: 'Other', outcome: 'success' }, agentIn('/work/other', { session: 'o' }));
    for (const failed of KNOWN) expect((await told(textOf(failed), '/work/other')).names).toEqual([]);
  });

  it('a lesson in the bin is told to nobody', async () => {
    const caller = agentIn('/work/bin', { session: 'b' });
    const { reflection } = await store(LEARNT.database ?? {}, caller);
    const [failed = { command: '', error: '' }] = KNOWN;
    expect((await told(textOf(failed), '/work/bin')).names).toEqual([reflection.id]);
    await test.call('reflection.delete', { id: reflection.id });
    expect((await told(textOf(failed), '/work/bin')).names).toEqual([]);
  });
});

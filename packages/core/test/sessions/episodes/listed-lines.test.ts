import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const EXAMPLE: InputOf<'episode.store'> = {
  task: 'Implement MemoryRouter module',
  outcome: 'success',
  decisions: [{ context: 'Choosing routing strategy', chosen: 'Serena-first' }],
  events: [{ type: 'tool_call', content: 'Created MemoryRouter.psm1' }],
};

describe('a row of the list', () => {
  const row = async (fields: Partial<InputOf<'episode.store'>>, text?: string) => {
    await test.call('episode.store', { sessionId: 'a-row', ...EXAMPLE, ...fields }, agentIn('/work/shop'));
    const [found] = (await test.call('episode.list', text === undefined ? {} : { text })).items;
    const { lastDecision, lastError, nextStep, result, found: line } = found ?? {};
    return { lastDecision, lastError, nextStep, result, found: line };
  };
  const events = [
    { type: 'error', content: 'The first error' },
    { type: 'error', content: `The last error ${'x'.repeat(300)}` },
    { type: 'next_step', content: 'Ask for a free port' },
    { type: 'note', content: 'Something else' },
  ];
  const decisions = [{ chosen: 'The old way' }, { chosen: 'Another way', rationale: 'One\nThe port was taken\nThree' }];

  it('says the last decision, the last error and what is left, cut to a line', async () => {
    expect(await row({ events, decisions })).toEqual({
      lastDecision: 'Another way',
      lastError: `The last error ${'x'.repeat(185)}`,
      nextStep: 'Ask for a free port',
      result: null,
      found: null,
    });
  });

  it.each([
    [
      'its last test or milestone, not a commit after it',
      [
        ['milestone', 'Merged'],
        ['test', '7 passed'],
        ['commit', 'Commit: 684455f'],
      ],
      '7 passed',
    ],
    [
      'else its last commit',
      [
        ['commit', 'Commit: 684455f'],
        ['note', 'The scope'],
      ],
      'Commit: 684455f',
    ],
    [
      'else its last note',
      [
        ['note', 'The scope'],
        ['error', 'It failed'],
      ],
      'The scope',
    ],
    [
      'a heading with the line below it',
      [['finding', 'Overall status:\n- All pass\n- No more']],
      'Overall status: All pass',
    ],
    [
      'nothing of errors and next steps',
      [
        ['error', 'It failed'],
        ['next_step', 'Again'],
      ],
      null,
    ],
  ])('says what came of it: %s', async (_, said, result) => {
    const told = said.map(([type = '', content = '']) => ({ type, content }));
    expect(await row({ events: told, decisions: [] })).toMatchObject({ result });
  });

  it('says where a search found it when its task has the words too late to be seen', async () => {
    const task = `${'A long way to the end of it, '.repeat(3)}where the quota is limited`;
    expect((await row({ task }, 'quota'))?.found).toBe('… where the quota is limited');
    const events = [{ type: 'note', content: 'One\nThe quota of it\nTwo' }];
    expect((await row({ sessionId: 'other', task, events }, 'quota'))?.found).toBe('The quota of it');
  });

  it('says nothing of what was not recorded', async () => {
    const nothing = { lastDecision: null, lastError: null, nextStep: null, result: null, found: null };
    expect(await row({ events: [], decisions: [] })).toEqual(nothing);
  });

  it.each([
    ['the line with most of the words', 'taken PORT', 'The port was taken'],
    ['the first of equal ones', 'way', 'The old way'],
    ['what is not in the task', 'MemoryRouter way another', 'Another way'],
    ['nothing if the task has it all', 'memoryrouter', null],
    ['a long line from its match on', 'xxx', `… error ${'x'.repeat(192)}`],
  ])('says %s', async (_, text, found) => {
    const long = { type: 'error', content: `${'before '.repeat(20)}error ${'x'.repeat(300)}` };
    expect(await row({ events: text === 'xxx' ? [long] : events, decisions }, text)).toMatchObject({ found });
  });

  it('cuts no character in two', async () => {
    const content = `xxx${'😀'.repeat(300)}`;
    const { lastError, found } = await row({ events: [{ type: 'error', content }], decisions }, 'xxx');
    expect([lastError?.isWellFormed(), found?.isWellFormed()]).toEqual([true, true]);
    const far = [{ type: 'error', content: `${'😀'.repeat(60)}xxx` }];
    expect((await row({ sessionId: 'other', events: far, decisions }, 'xxx')).found?.isWellFormed()).toBe(true);
  });
});

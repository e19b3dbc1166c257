import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost();
  agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
});
afterAll(async () => {
  await agent.close();
  await host.stop();
});

const attempt = { sessionId: 's', task: 'Add up', outcome: 'failure' };
const parsed = (text: string) => JSON.parse(text) as object;
const check = { kind: 'lint', verdict: 'fail' };

/** What an agent gives each tool, and a word that it is told. */
const BAD: [tool: string, what: string, input: object, word: string][] = [
  ['attempt_record', 'half a record', { task: 'Add up' }, 'outcome'],
  ['attempt_record', 'a number for the task', { ...attempt, task: 7 }, 'task'],
  ['attempt_record', 'a text beyond 64 KB', { ...attempt, strategy: 'x'.repeat(65_537) }, '65536'],
  ['attempt_record', 'half a surrogate pair', { ...attempt, task: 'a\ud800' }, 'surrogate'],
  ['attempt_record', 'NUL', { ...attempt, task: 'a\0b' }, 'U+0000'],
  ['attempt_record', 'a field of no attempt', { ...attempt, mood: 'good' }, 'mood'],
  ['attempt_record', 'a prototype name', { ...attempt, ...parsed('{"constructor": 1}') }, 'constructor'],
  [
    'attempt_record',
    '__proto__',
    { ...attempt, content: parsed('{"__proto__": {"polluted": 1}, "check": 1}') },
    'check',
  ],
  ['attempt_record', 'calls, which are read from transcripts', { ...attempt, content: { calls: [] } }, 'calls'],
  [
    'attempt_record',
    'an exit code in words',
    { ...attempt, content: { checks: [{ ...check, exitCode: 'one' }] } },
    'exitCode',
  ],
  ['attempt_get', 'an id of another kind', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'id'],
  ['attempt_get', 'a budget of nothing', { budget: 0 }, 'budget'],
  ['session_note', 'no word', { goal: ' ' }, 'goal'],
  ['session_note', 'a list for a text', { goal: ['Add up'] }, 'goal'],
  ['session_note', 'half a surrogate pair', { goal: 'a\udfff' }, 'surrogate'],
];

const counts = async () => [
  (await host.client.call('attempt.list', { limit: 200 })).items.length,
  (await host.client.call('session.list', {})).items.length,
];

describe('what an agent says of its attempts, if it is bad', () => {
  it.each(BAD)('%s is refused with what is wrong, and nothing is written: %s', async (tool, _what, input, word) => {
    const before = await counts();
    const answer = await agent.tool(tool, input);
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain(word);
    expect(answer.text).toContain('Next step:');
    expect(answer.text.length).toBeLessThan(6000);
    expect(answer.text).not.toMatch(/node_modules|\n\s+at /);
    expect(await counts()).toEqual(before);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is recorded where it is only odd: number 0, names of prototypes, binary output', async () => {
    const output = `first ${'\u0000\u001b[31mü'.repeat(20_000)} last`;
    const content = { checks: [{ ...check, output }], reward: 0 };
    const answer = await agent.tool('attempt_record', {
      ...attempt,
      sessionId: '__proto__',
      task: 'toString',
      content,
    });
    expect(answer.ok, answer.text).toBe(true);
    const { items } = await host.client.call('attempt.list', { sessionId: '__proto__' });
    expect(items).toMatchObject([{ task: 'toString', ordinal: 1, reward: 0, checks: 1 }]);
    const told = await agent.tool('attempt_get', { sessionId: '__proto__' });
    expect([told.ok, told.text.includes('\u0000')]).toEqual([true, false]);
    expect(told.text).toContain('toString');
  });

  it('is recorded by two agents at once, each try with a number of its own', async () => {
    const other = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
    try {
      const both = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? agent : other).tool('attempt_record', { ...attempt, sessionId: 'both', task: 'Both try this' }),
      );
      expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(20);
      const { items } = await host.client.call('attempt.list', { sessionId: 'both', order: 'oldest' });
      expect(items.map(({ ordinal }) => ordinal).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
    } finally {
      await other.close();
    }
  });
});

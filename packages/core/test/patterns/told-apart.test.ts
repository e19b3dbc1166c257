import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const TASK = 'Make the nightly build of the shop faster';
const lesson = (fields: Partial<InputOf<'reflection.store'>>) =>
  test.store({ taskDescription: TASK, projectId: 'shop', ...fields });
const list = async (input: InputOf<'pattern.list'> = {}) => (await test.call('pattern.list', input)).items;

describe('patterns are told apart', () => {
  it.each([
    ['Turn the incremental cache on', 'Turn the incremental cache off'],
    ['Run the migration before the deploy step', 'Run the migration after the deploy step'],
    ['Replace mocha with vitest in the packages', 'Replace vitest with mocha in the packages'],
    ['Mock the database of the tests', 'Do not mock the database of the tests'],
  ])('where the actions are opposites: %j and %j', async (one, other) => {
    for (let n = 0; n < 3; n++) await lesson({ whatWorked: [one] });
    for (let n = 0; n < 2; n++) await lesson({ outcome: 'failure', whatDidNotWork: [other] });
    expect((await list()).map(({ action, standing }) => [action, standing])).toEqual([
      [one, 'works'],
      [other, 'fails'],
    ]);
  });

  it('where fixes of one error are opposites', async () => {
    const whatDidNotWork = ['error TS2345: Argument is not assignable'];
    for (const word of ['Enable', 'Disable'])
      for (let n = 0; n < 2; n++)
        await lesson({ whatDidNotWork, whatWorked: [`${word} strict mode in the shared compiler config`] });
    expect(await list({ kinds: ['error'] })).toHaveLength(2);
  });

  it('where one word of the trigger names another thing', async () => {
    const action = 'Wait for the network to be idle';
    const word = (on: string) => ({ kind: 'task' as const, trigger: `Make the checkout test pass on ${on}`, action });
    await test.call('pattern.assert', { projectId: 'shop', pattern: word('linux') });
    await test.call('pattern.assert', { projectId: 'shop', pattern: word('windows'), stance: 'disputes' });
    expect((await list()).map(({ trigger, state }) => [trigger, state])).toEqual([
      ['Make the checkout test pass on linux', 'asserted'],
    ]);
  });
});

describe('a case', () => {
  it('is a session: its lessons and its episode tell of the same attempt', async () => {
    const action = 'Raise the timeout of the whole run';
    for (let n = 0; n < 2; n++) await lesson({ sessionId: 'one', outcome: 'failure', whatDidNotWork: [action] });
    const decisions = [{ context: TASK, chosen: action, outcome: 'failure' as const }];
    await test.call('episode.store', { sessionId: 'one', projectId: 'shop', task: 'tests', decisions });
    expect(await list()).toEqual([]);
    await lesson({ sessionId: 'two', outcome: 'failure', whatDidNotWork: [action] });
    const [found] = await list();
    expect(found).toMatchObject({ occurrences: 2, outcomes: { failure: 2 } });
    const { cases } = await test.call('pattern.get', { id: found?.id ?? '' });
    expect(cases).toHaveLength(2);
  });

  it('that says it both ways is not known, in whatever order', async () => {
    const chosen = 'Cache the answers of the server';
    for (const sessionId of ['one', 'two']) {
      const decisions = (['success', 'failure', 'success'] as const).map((outcome) => ({
        context: TASK,
        chosen,
        outcome,
      }));
      await test.call('episode.store', { sessionId, projectId: 'shop', task: 'tests', decisions });
    }
    expect(await list()).toMatchObject([{ outcomes: { success: 0, failure: 0, unknown: 2 } }]);
  });

  it('of a fix is one only where the lesson names one error, and known where it succeeded', async () => {
    const errors = ['error TS2345: Argument is not assignable', 'TimeoutError: page.click exceeded 3000ms'];
    const whatWorked = ['Widen the parameter type of load'];
    for (let n = 0; n < 2; n++) await lesson({ whatDidNotWork: errors, whatWorked });
    expect(await list({ kinds: ['error'] })).toEqual([]);
    for (let n = 0; n < 2; n++) await lesson({ outcome: 'failure', whatDidNotWork: errors.slice(0, 1), whatWorked });
    expect(await list({ kinds: ['error'] })).toMatchObject([{ outcomes: { success: 0, unknown: 2 } }]);
  });

  it('that quotes its error is still something that was tried', async () => {
    const tried = 'Raised the timeout of the click to a minute, still TimeoutError: page.click exceeded 60000ms';
    for (let n = 0; n < 2; n++) await lesson({ outcome: 'failure', whatDidNotWork: [tried] });
    expect(await list({ kinds: ['task'] })).toMatchObject([{ action: tried, standing: 'fails' }]);
  });
});

describe('a word on a pattern', () => {
  it('on an error as it was printed joins the cases of that error', async () => {
    const printed = 'Error: listen EADDRINUSE: address already in use :::3000';
    const action = 'Close the server when the test ends';
    for (let n = 0; n < 2; n++)
      await lesson({ whatDidNotWork: [printed.replace('3000', `80${n}1`)], whatWorked: [action] });
    const pattern = { kind: 'error' as const, trigger: printed, action };
    const said = await test.call('pattern.assert', { projectId: 'shop', pattern });
    expect(said.pattern).toMatchObject({ state: 'asserted', occurrences: 2 });
    expect(await list({ kinds: ['error'] })).toHaveLength(1);
  });

  it('is no advice while its known cases speak against it', async () => {
    const action = 'Raise the timeout of the whole run';
    await lesson({ outcome: 'failure', whatDidNotWork: [action] });
    const pattern = { kind: 'task' as const, trigger: TASK, action };
    await test.call('pattern.assert', { projectId: 'shop', pattern, note: 'hides the race' });
    const { text } = await test.call('pattern.match', { text: TASK });
    expect(text).toContain('tried: Raise');
    expect((await test.call('memory.brief', { task: TASK, projectId: 'shop' })).patterns).toEqual([]);
  });

  it('keeps its cases however many wordings there are', async () => {
    const action = 'Read the file in small pieces';
    const trigger = 'Make the import of the large invoice files of every single customer faster';
    await test.call('pattern.assert', { projectId: 'shop', pattern: { kind: 'task', trigger, action } });
    for (let n = 0; n < 70; n++) await lesson({ taskDescription: `${trigger} w${n}`, whatWorked: [action] });
    expect(await list()).toMatchObject([{ state: 'asserted', occurrences: 70, standing: 'works' }]);
  });

  it('that is too long in bytes is refused, and what is too long is no pattern', async () => {
    const task = `Make it fast ${'नमस्ते दुनिया '.repeat(150)}`;
    for (let n = 0; n < 2; n++) await lesson({ taskDescription: task, whatWorked: ['Add an index to the table'] });
    expect(await list()).toEqual([]);
    const pattern = { kind: 'task', trigger: task, action: 'Add an index to the table' };
    expect(await test.fail('pattern.assert', { projectId: 'shop', pattern })).toMatchObject({ code: 'invalid_input' });
  });

  it('of a person is one voice in whatever session', async () => {
    const pattern = { kind: 'task' as const, trigger: TASK, action: 'Add an index to the table' };
    for (const sessionId of ['one', 'two'])
      await test.call('pattern.assert', { projectId: 'shop', sessionId, pattern });
    expect(await list()).toMatchObject([{ supports: 1 }]);
  });
});

describe('a question', () => {
  it('may be an error with its whole stack, or a long task', async () => {
    const error = 'Error: listen EADDRINUSE: address already in use :::3000';
    for (let n = 0; n < 2; n++)
      await lesson({ whatDidNotWork: [error], whatWorked: ['Close the server when the test ends'] });
    const stack = Array.from({ length: 60 }, (_, n) => `    at Server.listen${n} (node:net:${n}:12)`).join('\n');
    expect((await test.call('pattern.match', { text: `${error}\n${stack}` })).items).not.toEqual([]);
    expect(
      (await test.call('pattern.match', { text: `${TASK}. ${'And many details. '.repeat(150)}` })).items,
    ).not.toEqual([]);
  });

  it('that says nothing finds nothing', async () => {
    for (let n = 0; n < 2; n++) await lesson({ whatWorked: ['Add an index to the table'] });
    expect(await list({ text: 'the of' })).toEqual([]);
    expect(await list({ text: 'zebra '.repeat(400) })).toEqual([]);
  });

  it('in a writing without spaces finds what is written so', async () => {
    for (let n = 0; n < 2; n++)
      await lesson({ taskDescription: '修复结账页面的测试', whatWorked: ['等待网络空闲后再断言'] });
    expect((await test.call('pattern.match', { text: '修复结账页面的测试' })).items).toHaveLength(1);
  });
});

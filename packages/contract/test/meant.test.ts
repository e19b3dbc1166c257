import { describe, expect, it } from 'vitest';
import { agentTools, meantInput, TOOL_PROFILES } from '../src/tools/index.ts';

function toolNamed(name: string) {
  const found = agentTools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

const meant = (name: string, input: unknown) => meantInput(toolNamed(name), input);
const accepts = (name: string, input: unknown) => toolNamed(name).input.safeParse(meant(name, input)).success;

const TASK = 'The build fails on a clean clone';

describe('what an agent means by the input of a tool', () => {
  it('leaves out a field that is null or empty, unless it is asked for', () => {
    for (const nothing of [null, '']) {
      expect(meant('memory_brief', { task: TASK, projectId: nothing, budget: nothing })).toEqual({ task: TASK });
      expect(accepts('memory_brief', { task: nothing })).toBe(false);
    }
  });

  it('takes one text for a list, by its bullets, as JSON or as its only entry', () => {
    const store = (whatWorked: unknown) =>
      meant('reflection_store', { taskDescription: TASK, outcome: 'success', whatWorked });
    expect(store('Pinned the version')).toMatchObject({ whatWorked: ['Pinned the version'] });
    expect(store('- Pinned the version\n- Deleted the cache\n')).toMatchObject({
      whatWorked: ['Pinned the version', 'Deleted the cache'],
    });
    expect(store('- Pinned the version\r\n- Deleted the cache\r\n')).toMatchObject({
      whatWorked: ['Pinned the version', 'Deleted the cache'],
    });
    const story = 'Set in the file:\n{\n  "a": 1\n}';
    expect(store(story)).toMatchObject({ whatWorked: [story] });
    expect(store('["one", "two"]')).toMatchObject({ whatWorked: ['one', 'two'] });
    expect(store('[not JSON')).toMatchObject({ whatWorked: ['[not JSON'] });
    expect(store(['as', 'it is'])).toMatchObject({ whatWorked: ['as', 'it is'] });
  });

  it('takes a number or a truth value that came as text, and nothing that only looks like one', () => {
    expect(meant('reflection_search', { taskDescription: TASK, limit: '3', everywhere: 'true' })).toEqual({
      taskDescription: TASK,
      limit: 3,
      everywhere: true,
    });
    expect(meant('reflection_search', { limit: 'three', everywhere: 'yes' })).toEqual({
      limit: 'three',
      everywhere: 'yes',
    });
    expect(accepts('reflection_search', { limit: 'three' })).toBe(false);
  });

  it('knows a field by its name in another tool, but refuses to choose between two', () => {
    expect(meant('reflection_search', { query: TASK })).toEqual({ taskDescription: TASK });
    expect(meant('memory_brief', { taskDescription: TASK })).toEqual({ task: TASK });
    expect(meant('memory_ask', { kind: 'why', query: TASK })).toEqual({ kind: 'why', about: TASK });
    expect(accepts('reflection_search', { query: TASK, taskDescription: 'another' })).toBe(false);
    expect(accepts('reflection_search', { words: TASK })).toBe(false);
  });

  it('is what it says where nothing has to be put right, for every tool and whatever is no object', () => {
    for (const tool of TOOL_PROFILES.full) {
      for (const input of [null, 'text', 7, [], ['a']]) expect(meantInput(tool, input)).toBe(input);
      expect(meantInput(tool, { unknown: null, stranger: '' })).toEqual({ unknown: null, stranger: '' });
    }
  });
});

describe('what to do next time', () => {
  const store = (fields: object) => accepts('reflection_store', { taskDescription: TASK, ...fields });

  it('is asked for where an attempt did not succeed, and not where it did', () => {
    expect(store({ outcome: 'success' })).toBe(true);
    for (const outcome of ['failure', 'partial']) {
      expect(store({ outcome })).toBe(false);
      expect(store({ outcome, nextStrategy: ' ' })).toBe(false);
      expect(store({ outcome, nextStrategy: 'Pin the version first' })).toBe(true);
    }
    const { error } = toolNamed('reflection_store').input.safeParse({ taskDescription: TASK, outcome: 'failure' });
    expect(error?.issues[0]).toMatchObject({ path: ['nextStrategy'] });
  });
});

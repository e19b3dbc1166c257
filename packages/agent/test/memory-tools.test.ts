import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ScriptedAnswer, startModelServer } from '@twicewise/testkit';
import { generateText, stepCountIs } from 'ai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aiSdkTools } from '../src/ai-sdk.ts';
import { memoryTools } from '../src/index.ts';
import { ownMemory } from './memories.ts';

const LESSON = {
  projectId: 'shop',
  taskDescription: 'Deploy the shop to the staging cluster',
  outcome: 'failure' as const,
  whatDidNotWork: ['Pushing the image without a digest'],
  nextStrategy: 'Pin the digest',
};

const toolOf = (memory: Parameters<typeof memoryTools>[0], name: string, options = {}) => {
  const found = memoryTools(memory, options).find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
};

describe('the tools of the memory for an agent in the program', () => {
  it('are those that agents get over MCP, with their schemas', () => {
    const names = memoryTools(ownMemory()).map(({ name }) => name);
    expect(names).toContain('memory_brief');
    expect(names).toContain('reflection_store');
    const all = memoryTools(ownMemory(), { profile: 'full' }).map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining([...names, 'attempt_record']));
    const { input, description } = toolOf(ownMemory(), 'memory_brief');
    expect(input).toMatchObject({ type: 'object', required: ['task'] });
    expect(description).toContain('Call it first');
  });

  it('store and find in the project that is named for all of them', async () => {
    const memory = ownMemory();
    const place = { projectId: 'shop', sessionId: 'own-loop' };
    const { projectId: _, ...lesson } = LESSON;
    await toolOf(memory, 'reflection_store', place).execute(lesson);
    const { items } = await memory.call('reflection.list', { projectId: 'shop' });
    expect(items).toMatchObject([{ taskDescription: LESSON.taskDescription, projectName: 'shop' }]);
    const told = await toolOf(memory, 'memory_brief', place).execute({ task: 'roll out to staging, cluster' });
    expect(told).toContain('Pin the digest');
    expect(told).toMatch(/<stored-data/);
    const elsewhere = await toolOf(memory, 'memory_brief', { projectId: 'bank' }).execute({ task: 'staging cluster' });
    expect(elsewhere).not.toContain('Pin the digest');
  });

  it('answer what agents read over MCP, with what was stored fenced as data', async () => {
    const memory = ownMemory();
    const stored = await toolOf(memory, 'reflection_store').execute(LESSON);
    expect(stored).toMatch(/^Stored as refl_\w+ in project "shop" \(accepted\)\./);
    const found = await toolOf(memory, 'reflection_search').execute({
      taskDescription: 'staging cluster',
      projectId: 'shop',
    });
    expect(found).toMatch(/^1 of 1 lesson, most relevant first\. .*\n<stored-data/);
    expect(found).toContain('Pin the digest');
  });

  it('are an account of what the model was shown, and of what it did next', async () => {
    const memory = ownMemory();
    const { reflection } = await memory.call('reflection.store', LESSON);
    const shown = async () => (await memory.call('exposure.list', { reflectionId: reflection.id })).items;
    const asked = { projectId: 'shop', task: 'deploy the shop to staging' };
    // What the program reads for itself is shown to nobody.
    await memory.call('memory.brief', asked);
    expect(await shown()).toEqual([]);
    const place = { projectId: 'shop', sessionId: 'own-loop' };
    await toolOf(memory, 'memory_brief', place).execute({ task: asked.task });
    expect(await shown()).toMatchObject([
      { reflectionId: reflection.id, sessionRef: 'own-loop', trigger: 'tool', attempt: null },
    ]);
    const next = { taskDescription: 'Deploy again, with the digest', outcome: 'success', lessonsUsed: [reflection.id] };
    await toolOf(memory, 'reflection_store', place).execute(next);
    expect(await shown()).toMatchObject([{ attempt: { outcome: 'success' } }]);
  });

  it('tell the model what went wrong and what to do, and never throw', async () => {
    const memory = ownMemory();
    const brief = toolOf(memory, 'memory_brief');
    expect(await brief.execute({})).toBe(
      'This did not work: task: is missing; it must be a text. Correct the named fields and try again (memory_brief); nothing was changed.',
    );
    expect(await brief.execute('deploy')).toMatch(/^This did not work/);
    memory.failWith('unavailable');
    expect(await brief.execute({ task: 'deploy' })).toBe('This did not work: The test says so. Try again.');
  });

  it('give a loop of the AI SDK a memory in one line', async () => {
    const memory = ownMemory();
    await memory.call('reflection.store', LESSON);
    const script: ScriptedAnswer[] = [
      { calls: [{ tool: 'memory_brief', input: { task: 'ship the shop to staging' } }] },
      { text: 'I pin the digest.' },
    ];
    const server = await startModelServer(script);
    onTestFinished(server.close);
    const provider = createOpenAICompatible({ name: 'scripted', baseURL: server.url, apiKey: 'no-key' });
    const { text } = await generateText({
      model: provider('scripted'),
      prompt: 'Ship the shop to staging.',
      tools: aiSdkTools(memory, { projectId: 'shop' }),
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe('I pin the digest.');
    const [first, second] = server.requests;
    expect(first?.body.tools?.map(({ function: { name } }) => name)).toContain('reflection_store');
    expect(JSON.stringify(second?.body.messages)).toContain('Pin the digest');
  });
});

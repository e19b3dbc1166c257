import { loadTokenCounter } from '@twicewise/core';
import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The length of lists of lessons, read over the real bridge, as an agent reads them.

let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost();
  agent = await startAgent({ data: host.ready.data, project: 'shop' });
});
afterAll(async () => {
  await agent.close();
  await host.stop();
});

/** The text of an answer, and its size in tokens. */
async function read(name: string, input: Record<string, unknown>) {
  const { content, isError } = await agent.client.callTool({ name, arguments: input });
  const text = (content as { text: string }[])[0]?.text ?? '';
  return { text, tokens: (await loadTokenCounter())(text), isError };
}

const WORDS = ['cache', 'token', 'Größe', '日本語', '{"a":1}', 'x'.repeat(60), '🙂', 'retry'];

describe('a list of lessons', () => {
  it('keeps to its budget of tokens, tells what fits whole, and names what does not', {
    timeout: 120_000,
  }, async () => {
    for (let index = 0; index < 12; index++) {
      const words = Array.from({ length: 20 * index + 5 }, (_, at) => WORDS[(at + index) % WORDS.length]);
      const lesson = { taskDescription: `The cache grows ${index}`, outcome: 'failure', nextStrategy: words.join(' ') };
      expect(await agent.tool('reflection_store', lesson)).toMatchObject({ ok: true });
    }
    const asked = fc.integer({ min: 300, max: 8000 });
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 12 }), async (budget, limit) => {
        for (const [name, more] of [
          ['reflection_get', { projectId: 'shop' }],
          ['reflection_search', { taskDescription: 'why does the cache grow' }],
        ] as const) {
          const { text, tokens, isError } = await read(name, { ...more, limit, budget });
          expect(isError).not.toBe(true);
          expect(tokens).toBeLessThanOrEqual(budget);
          const told = text.match(/<stored-data /g)?.length ?? 0;
          const [, shown, all] = /^(\d+) of (\d+) lessons?/.exec(text) ?? [];
          const beyond = Number(/^(\d+) more (?:is|are) (?:there|relevant):/m.exec(text)?.[1] ?? 0);
          const isCut = Number(all) - beyond > told;
          expect([Number(shown), text.includes('left out for length')]).toEqual([told, isCut]);
          for (const line of text.split('\n').filter((one) => one.startsWith('{'))) JSON.parse(line);
        }
      }),
      { numRuns: 40 },
    );
    // The budget is used: a large one tells all lessons, a small one at least one.
    expect((await read('reflection_get', { projectId: 'shop', limit: 12, budget: 8000 })).text).toMatch(/^12 of 12 /);
    expect((await read('reflection_get', { projectId: 'shop', limit: 12, budget: 300 })).text).toMatch(/^[1-3] of 12 /);
    // A call without a budget is bounded, too.
    expect((await read('reflection_get', { projectId: 'shop', limit: 12 })).tokens).toBeLessThanOrEqual(2000);
  });

  it('is accounted for with the lessons that were told, each with its size', async () => {
    const { text } = await read('reflection_get', { projectId: 'shop', limit: 12, budget: 400 });
    const told = text.match(/(?<="id":")refl_\w+/g) ?? [];
    const { items } = await host.client.call('exposure.recent', { limit: 1 });
    expect(items[0]?.lessons.map(({ reflectionId }) => reflectionId)).toEqual(told);
    for (const { tokens } of items[0]?.lessons ?? []) expect(tokens).toBeGreaterThan(50);
  });
});

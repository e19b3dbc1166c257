import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('the configuration of agents’ programs', () => {
  const CALLS: [name: string, input: object][] = [
    ['client.list', {}],
    ['client.preview', { client: 'cursor' }],
    ['client.apply', { client: 'cursor', digest: 'x' }],
  ];

  it.each(CALLS)('is not an agent’s to see or change: %s', async (name, input) => {
    expect((await test.fail(name, input, agentIn('/work/shop'))).code).toBe('refused');
  });

  it.each(CALLS)('is said to be unknown where the host does not know it: %s', async (name, input) => {
    expect((await test.fail(name, input)).code).toBe('unavailable');
  });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startModelServer } from '@twicewise/testkit';
import { expect, open, rows, store, test } from '../fixtures.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Runs an example as a person would, with the memory of the host; returns what it prints. */
async function run(example: string, data: string, more: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, TWICEWISE_DATA: data, MODEL_URL: '', ...more };
  return (await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: join(EXAMPLES, example), env })).stdout;
}

test('the example of a loop leaves its attempts and lessons', async ({ page, host }) => {
  const said = await run('reflexion', host.ready.data);
  expect(said).toBe(
    [
      'MODEL_URL is not set: a scripted model plays the part.',
      'attempt 1: 2 passed, 2 failed',
      'attempt 2: 3 passed, 1 failed',
      'attempt 3: 4 passed, 0 failed',
      'passed\n',
    ].join('\n'),
  );
  await open(page, host, 'sessions');
  await rows(page).first().click();
  const session = page.getByRole('article', { name: 'Session' });
  await expect(session.getByText('3 attempts: 1 success, 2 failures')).toBeVisible();
  await expect(session.getByText('breakthrough', { exact: true })).toBeVisible();
  await session.getByRole('tab', { name: /Lessons/ }).click();
  await expect(session.getByText('Show all 2 in Lessons')).toBeVisible();
});

test('the example of an agent that thinks leaves its turns', async ({ page, host }) => {
  const said = await run('thinking', host.ready.data);
  expect(said).toContain('completed after 3 turns: totals() searches the list of customers once for each order.');
  await open(page, host, 'sessions');
  await rows(page).first().click();
  const session = page.getByRole('article', { name: 'Session' });
  await session.getByRole('tab', { name: /Turns/ }).click();
  await expect(session.getByRole('heading', { name: 'Turn 3' })).toBeVisible();
  await expect(session.getByText('Asked for turn 1')).toBeVisible();
  await session.getByRole('button', { name: 'Turn 1', exact: true }).click();
  await expect(session.getByRole('heading', { name: 'Turn 1' })).toBeVisible();
  await expect(session.getByText('41 of 43 seconds are spent in totals()')).toBeVisible();
});

test('the example of the AI SDK is told the lessons there are, and stores another', async ({ page, host }) => {
  const project = { projectId: 'example-ai-sdk' };
  await store(host, {
    ...project,
    taskDescription: 'Bring the order service back after 502s',
    nextStrategy: 'Empty its queue first',
  });
  const lesson = {
    taskDescription: 'Order service down',
    outcome: 'success',
    whatWorked: ['Emptied the queue, then restarted'],
  };
  const server = await startModelServer([
    { calls: [{ tool: 'memory_brief', input: { task: 'order service answers 502' } }] },
    { calls: [{ tool: 'restart', input: { service: 'orders' } }] },
    { calls: [{ tool: 'reflection_store', input: lesson }] },
    { text: 'It is back.' },
  ]);
  try {
    expect(await run('ai-sdk', host.ready.data, { MODEL_URL: server.url })).toBe('It is back.\n');
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Empty its queue first');
  } finally {
    await server.close();
  }
  await open(page, host, 'lessons');
  await expect(rows(page).filter({ hasText: 'Order service down' })).toBeVisible();
});

test('the example with nothing but the MCP command leaves its attempts, lessons and turns', async ({ page, host }) => {
  const said = await run('mcp-only', host.ready.data);
  expect(said).toMatch(
    new RegExp(
      [
        'MODEL_URL is not set: a scripted model plays the part.',
        'attempt 1: 3 of 6',
        'attempt 2: 5 of 6',
        'attempt 3: 6 of 6',
        'success',
        'recalled: Turn 1 \\(turn_\\w+\\), whole:\n$',
      ].join('\n'),
    ),
  );
  await open(page, host, 'sessions');
  await rows(page).first().click();
  const session = page.getByRole('article', { name: 'Session' });
  await expect(session.getByText('3 attempts: 1 success, 2 failures')).toBeVisible();
  await session.getByRole('tab', { name: /Turns/ }).click();
  await expect(session.getByRole('heading', { name: 'Turn 3' })).toBeVisible();
  await expect(session.getByText('6 of 6 cases')).toBeVisible();
  await session.getByRole('tab', { name: /Lessons/ }).click();
  await expect(session.getByText('Show all 3 in Lessons')).toBeVisible();
});

test('a model that the environment names plays in the example with nothing but the MCP command', async ({ host }) => {
  const right = String.raw`\d{4}-(0[1-9]|1[0-2])-\d{2}`;
  const server = await startModelServer([{ text: '(' }, { text: right }]);
  try {
    const said = await run('mcp-only', host.ready.data, { MODEL_URL: server.url });
    expect(said).toMatch(/^attempt 1: 5 of 6\nattempt 2: 6 of 6\nsuccess\nrecalled: Turn 1/);
    // The second prompt says what the first try came to.
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Tried: (');
  } finally {
    await server.close();
  }
});

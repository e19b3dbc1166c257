import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@twicewise/client';
import { findHost } from '@twicewise/client/data-folder';
import { COMMAND, startModelServer, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const TESTS = `const { test } = require('node:test');
const { equal } = require('node:assert');
test('add', () => equal(require('./add.cjs').add(2, 3), 5));
`;

const folder = tempFolder('page');
const [bin, work, data] = ['bin', 'work', 'data'].map((name) => join(folder.path, name)) as [string, string, string];

/** Runs a program of a page where the command `twicewise` is on the PATH; returns what it prints. */
async function run(program: string, env: Record<string, string> = {}): Promise<string> {
  const surroundings = { ...process.env, TWICEWISE_DATA: data, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env };
  const path = join(import.meta.dirname, 'page', program);
  return (await promisify(execFile)(process.execPath, [path], { cwd: work, env: surroundings })).stdout;
}

describe('the programs of the pages', () => {
  beforeAll(() => {
    for (const made of [bin, work]) mkdirSync(made);
    const script = `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`;
    writeFileSync(join(bin, 'twicewise'), script, { mode: 0o755 });
    writeFileSync(join(work, 'add.test.cjs'), TESTS);
  });
  afterAll(() => {
    const host = findHost(data);
    if (host) process.kill(host.pid, 'SIGKILL');
    folder.remove();
  });

  it('run a loop in ten lines, and what it learns is in the memory of the machine', async () => {
    expect(await run('ten-lines.mjs')).toBe('passed with attempt 2\n');
    const memory = await connect({ name: 'reader', data, start: false });
    const task = 'make the tests of add() pass';
    const { items } = await memory.call('attempt.list', { task, order: 'oldest' });
    expect(items.map(({ outcome, ordinal }) => [outcome, ordinal])).toEqual([
      ['failure', 1],
      ['success', 2],
    ]);
    const { attempt } = await memory.call('attempt.get', { id: items[0]?.id ?? '' });
    expect(attempt.content.checks).toMatchObject([{ command: 'node --test', counts: { passed: 0, failed: 1 } }]);
    await memory.close();
  });

  it('run a task that learns: the second attempt has the lesson of the first', async () => {
    const said = 'attempt 1, lessons: 0\na comma in quotes was taken for a separator\nattempt 2, lessons: 1\n12 rows\n';
    expect(await run('executor.mjs')).toBe(said);
  });

  it('run a loop with a model, which reflects, and say what is missing without one', async () => {
    const reflection = {
      reflection: 'I named the largest city.',
      rootCause: 'City and capital',
      nextSteps: ['Name the seat of parliament'],
    };
    const server = await startModelServer([
      { text: 'Sydney' },
      { text: JSON.stringify(reflection) },
      { text: 'Canberra' },
    ]);
    onTestFinished(server.close);
    const said = await run('with-a-model.mjs', { MODEL_URL: server.url, MODEL_KEY: 'none' });
    expect(said).toBe('passed: Canberra\n2 attempts, 1 of them good\n');
    expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('Name the seat of parliament');
    await expect(run('with-a-model.mjs')).rejects.toThrow('Set MODEL_URL');
  });

  it('run an agent that thinks before it acts, and keep its turns in the memory of the machine', async () => {
    writeFileSync(join(work, 'prices.csv'), 'apple;1.20\n');
    const ready = { tool: 'continue_thinking', input: { continueThinking: false, reason: 'clear' } };
    const summary = { text: JSON.stringify({ summary: 'Read prices.csv.', insights: ['semicolons'] }) };
    const server = await startModelServer([
      { text: 'The file has it.', calls: [ready] },
      { calls: [{ tool: 'read_file', input: { path: 'prices.csv' } }] },
      summary,
      { text: 'I know the price.', calls: [ready] },
      { text: '1.20' },
      summary,
    ]);
    onTestFinished(server.close);
    const said = await run('thinking.mjs', { MODEL_URL: server.url, MODEL_KEY: 'none' });
    expect(said).toBe('completed after 2 turns: 1.20\nTurn 1: Read prices.csv.\nTurn 2: Read prices.csv.\n');
    expect(JSON.stringify(server.requests[4]?.body.messages)).toContain('apple;1.20');
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { onTestFinished } from 'vitest';
import { command, type GivenToAct, type ReflectionAnswer, type ReflexionOptions, reflexion } from '../src/index.ts';
import { ownMemory } from './memories.ts';

// A real coding task that an actor solves at its third attempt.

export const TASK = 'Make median() right for lists of even length';
/** Answers of an actor, one for each attempt: each is better than the one before. */
export const VERSIONS = [
  'exports.median = (list) => list[0];',
  'exports.median = (list) => list.sort()[Math.floor(list.length / 2)];',
  `exports.median = (given) => {
    const list = [...given].sort((a, b) => a - b);
    const half = list.length / 2;
    return list.length % 2 ? list[Math.floor(half)] : (list[half - 1] + list[half]) / 2;
  };`,
];
const TESTS = `const { test } = require('node:test');
const { equal } = require('node:assert');
const { median } = require('./median.js');
test('of one', () => equal(median([4]), 4));
test('of three', () => equal(median([3, 1, 2]), 2));
test('of four', () => equal(median([10, 2, 4, 1]), 3));
`;

/** A folder with a real task: its tests are run by Node. */
function codingTask() {
  const folder = tempFolder('median');
  onTestFinished(folder.remove);
  mkdirSync(join(folder.path, 'test'));
  writeFileSync(join(folder.path, 'median.test.js'), TESTS);
  const write = (version: string) => writeFileSync(join(folder.path, 'median.js'), version);
  return { write, evaluate: command<string>(`"${process.execPath}" --test`, { cwd: folder.path }) };
}

export const answer = (n: number, more: Partial<ReflectionAnswer> = {}): ReflectionAnswer => ({
  reflection: `In attempt ${n} I took an element by its place and did not look at the length of the list.`,
  rootCause: `The place of the median was guessed (${n})`,
  reasoning: 'A list of even length has two elements in the middle.',
  category: 'logic_error',
  failingActions: [0],
  nextSteps: [`Sort a copy and look at the length (${n})`],
  lessons: ['Array.sort compares as text unless told otherwise'],
  confidence: 0.7,
  ...more,
});

export function loop(options: Partial<ReflexionOptions<string>> = {}) {
  const memory = ownMemory();
  const { write, evaluate } = codingTask();
  const given: GivenToAct[] = [];
  const problems: unknown[] = [];
  const run = (more: Partial<ReflexionOptions<string>> = {}) =>
    reflexion<string>({
      task: TASK,
      projectId: 'numbers',
      memory,
      evaluate,
      reflect: ({ attempt }) => answer(attempt),
      onProblem: (problem) => problems.push(problem),
      act: async (now) => {
        given.push(now);
        const output = VERSIONS[now.attempt - 1] ?? '';
        write(output);
        return {
          output,
          strategy: `Version ${now.attempt}`,
          actions: [{ type: 'code_modification', description: 'Write median', filePath: 'median.js' }],
        };
      },
      ...options,
      ...more,
    });
  return { memory, run, given, problems };
}

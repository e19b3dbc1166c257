import { readFileSync } from 'node:fs';
import type { InputOf, OperationName } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** The operations that docs/architecture.md lists for each tier. */
function documented(): OperationName[][] {
  const text = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d \w+ \|/.test(line));
  return rows.map((row) => [...row.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name as OperationName));
}

const earlier = agentIn('/work/shop', { session: 'monday' });
const agent = agentIn('/work/shop', { session: 'tuesday' });
const stranger = agentIn('/work/other', { session: 'else' });

/** Stores records in which each tier has a word that occurs nowhere else. */
async function fill(): Promise<void> {
  const lesson = (taskDescription: string, nextStrategy: string): InputOf<'reflection.store'> => ({
    taskDescription,
    outcome: 'failure',
    whatDidNotWork: ['raising the limit'],
    nextStrategy,
  });
  await test.call('reflection.store', lesson('Import of invoices times out', 'send zirconium batches'), earlier);
  await test.call('reflection.store', lesson('Rename the columns', 'keep the quartz view'), agent);
  const context = [{ kind: 'workspace', text: 'The columns hold cadmium' }];
  await test.call('turn.save', { sessionId: 'tuesday', context }, agent);
  await test.call('episode.store', {
    sessionId: 'monday',
    projectId: 'shop',
    task: 'Move the invoices',
    outcome: 'failure',
    decisions: [{ id: 'd1', context: 'How invoices move', chosen: 'Copy them at obsidian speed', effects: ['e1'] }],
    events: [{ id: 'e1', type: 'error', content: 'The disk filled up' }],
  });
  await test.call('episode.store', {
    sessionId: 'sunday',
    projectId: 'shop',
    task: 'Clean up',
    outcome: 'partial',
    events: [
      { id: 'e1', type: 'error', content: 'The disk filled up' },
      { id: 'e2', type: 'error', content: 'Orders were lost to feldspar', causedBy: ['e1'] },
    ],
  });
}

/** Questions of an agent to each tier, and what of that tier the answer must contain. */
const QUESTIONS: readonly [OperationName, object, says: string][] = [
  ['reflection.recent', { sessionId: 'tuesday' }, 'quartz'],
  ['turn.recall', { sessionId: 'tuesday', words: ['cadmium columns'] }, 'The columns hold cadmium'],
  ['memory.remind', { occasion: 'prompt', text: 'The import of invoices times out' }, 'zirconium'],
  ['reflection.search', { taskDescription: 'import of invoices times out' }, 'zirconium'],
  ['memory.brief', { task: 'the import of invoices times out' }, 'zirconium'],
  ['episode.get', { sessionId: 'monday' }, 'obsidian'],
  ['episode.digest', { sessionId: 'monday' }, 'obsidian'],
  ['memory.search', { text: 'copy invoices at obsidian speed', kinds: ['session'] }, '"nativeId":"monday"'],
  // No single session says this: one knows the beginning, another the end.
  ['causal.path', { from: 'Copy them at obsidian speed', to: 'Orders were lost to feldspar' }, 'The disk filled up'],
  ['causal.why', { of: 'Orders were lost to feldspar' }, 'obsidian'],
  ['causal.whatIf', { decision: 'Copy them at obsidian speed', alternative: 'Move them' }, 'The disk filled up'],
];

describe('the four tiers of memory', () => {
  it('are reached by an agent with the operations that the architecture names for each (S1-09)', async () => {
    verifies('S1-09');
    await fill();
    for (const [name, input, says] of QUESTIONS) {
      expect(JSON.stringify(await test.call(name, input as never, agent)), name).toContain(says);
    }
    expect(documented()).toHaveLength(4);
    expect(documented().flat().sort()).toEqual(QUESTIONS.map(([name]) => name).sort());
  });

  it('end where the project ends, and what a session was shown is not told again (S1-09)', async () => {
    verifies('S1-09');
    await fill();
    const told = { occasion: 'prompt', text: 'The import of invoices times out' } as const;
    expect((await test.call('memory.remind', told, agent)).text).toContain('zirconium');
    expect(await test.call('memory.remind', told, agent)).toMatchObject({ text: null, silence: 'known_already' });
    for (const [name, input, says] of QUESTIONS.filter(([, asked]) => !('sessionId' in asked))) {
      expect(JSON.stringify(await test.call(name, input as never, stranger)), name).not.toContain(says);
    }
  });
});

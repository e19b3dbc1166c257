import { describe, expect, it } from 'vitest';
import { extractingLog } from '../../src/session-logs/index.ts';
import { type InParts, inTurns, whole } from '../../src/session-logs/parts.ts';

/** The number of parts in which a log is read, and the answer. */
function partsOf(text: string, name = '2026-03-04-session-7.md') {
  const parts = extractingLog({ name, text });
  for (let count = 1; ; count++) {
    const next = parts.next();
    if (next.done) return { count, answer: next.value };
  }
}

const many = (line: (at: number) => string, count: number) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Logs whose lines a careless reader would look at again and again. */
const SHAPES: Record<string, (count: number) => string> = {
  'labels without anything behind them': (count) => `## Work Log\n\n${many(() => '- **Commits**:', count)}`,
  headings: (count) => many((at) => `## Heading ${at}`, count),
  'decisions behind labels': (count) => `## Work Log\n\n${many((at) => `**Decision made**: use ${at}\n`, count)}`,
  'rows of a table': (count) =>
    `## Decisions\n\n| Decision | Why |\n|---|---|\n${many((at) => `| use ${at} | it fits |`, count)}`,
  'items to tick': (count) => `## Session End\n\n${many((at) => `- [x] Commit ${at}: 1a2b3c${at % 10}`, count)}`,
  'lines of code': (count) => `## Work Log\n\n\`\`\`\n${many((at) => `line ${at}`, count)}`,
};

describe('a log that is read in parts', () => {
  it.each(Object.entries(SHAPES))('has twice as many for twice as many %s', (_, shape) => {
    const [one, two] = [partsOf(shape(1500)).count, partsOf(shape(3000)).count];
    expect(two).toBeLessThanOrEqual(2.2 * one);
  });

  it.each(Object.entries(SHAPES))('has a bounded number of them, however many %s', (_, shape) => {
    const { count, answer } = partsOf(shape(60_000));
    expect(count).toBeLessThan(250_000);
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.content.events.length).toBeLessThanOrEqual(2000);
  });

  it('is read up to a line, and that is said', () => {
    const { answer } = partsOf(`# Session 7\n\n## Work Log\n\n${many((at) => `- Sorted row ${at}`, 30_000)}`);
    expect(answer).toMatchObject({ notes: expect.arrayContaining(['it is read up to line 20002']) });
  });

  it('has a part for each entry of JSON', () => {
    const workLog = Array.from({ length: 500 }, (_, at) => ({ action: `Sorted row ${at}` }));
    expect(partsOf(JSON.stringify({ workLog }), 'a.json').count).toBeGreaterThan(500);
  });
});

describe('parts of work', () => {
  function* slow(count: number): InParts<string> {
    for (let at = 0; at < count; at++) {
      for (const until = performance.now() + 9; performance.now() < until; );
      yield;
    }
    return 'done';
  }

  it('give others a turn whenever they took long', async () => {
    let turns = 0;
    const turn = () => Promise.resolve(void turns++);
    expect(await inTurns(slow(4), turn, 8)).toBe('done');
    expect(turns).toBe(4);
    expect(whole(slow(1))).toBe('done');
  });

  it('end where a turn ends them', async () => {
    const stopped = new Error('stopped');
    await expect(inTurns(slow(4), () => Promise.reject(stopped), 8)).rejects.toBe(stopped);
  });
});

import { episode, episodeContent } from '@twicewise/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { extractLog } from '../../src/session-logs/index.ts';

const content = z.object({ ...episodeContent, extra: episode.shape.extra });

/** Expects a valid answer, twice the same: an episode that the contract accepts, or a problem. */
function answers(name: string, text: string) {
  const answer = extractLog({ name, text });
  expect(extractLog({ name, text })).toEqual(answer);
  if ('problem' in answer) expect(answer.problem).not.toBe('');
  else {
    expect(content.parse(answer.content)).toEqual(answer.content);
    const ids = [...answer.content.decisions, ...answer.content.events].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  return answer;
}

const key = fc.constantFrom(
  ...'session workLog decisions decision learnings lessonsLearned outcome status protocolCompliance sessionEnd action result'.split(
    ' ',
  ),
  ...'changesCommitted Complete Evidence timestamp date commit commits id caused_by effects testsPassed errors metrics'.split(
    ' ',
  ),
  ...'deliverables handoff retrospective outcomes objective alternatives risks confidence __proto__ constructor'.split(
    ' ',
  ),
);
const word = fc.constantFrom(
  '3 failed, 20 passed',
  'Commit 1a2b3c4d and 1a2b3c4d5e6f',
  '2026-03-04T09:00:00Z',
  '2026-02-30',
  'E1',
  'caused by E1',
  'complete',
  '\u0000\u001b[31mred\u001b[0m',
  '\ud800 half',
  'None',
  '**Bold**: text',
);
const text = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 60 }));
const { log } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('log')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  log: fc.dictionary(fc.oneof({ arbitrary: key, weight: 6 }, { arbitrary: fc.string(), weight: 1 }), tie('value'), {
    maxKeys: 6,
  }),
}));
const line = fc.oneof(
  fc.constantFrom(
    ...[
      '# Log',
      '## Decisions',
      '### Decision 1: X',
      '## Lessons Learned',
      '## Work Log',
      '## Session End',
      '## Commits',
      '```',
      '---',
    ],
    ...[
      '| Req | Step | Status | Evidence |',
      '|---|---|---|---|',
      '| MUST | Commit all | [x] | 1a2b3c4d |',
      '**Status**: Complete',
      '',
    ],
    ...[
      '- [x] Tests pass: 3 passed',
      '- [ ] Commit',
      '  - inner',
      '1. **Bold** - text',
      '> quote',
      '**Rationale**: because of it',
    ],
  ),
  text,
);

describe('any file', () => {
  it('has an answer that the contract takes, the same each time: JSON', () => {
    fc.assert(
      fc.property(log, (value) => void answers('a.json', JSON.stringify(value))),
      { numRuns: 400 },
    );
  });

  it('has an answer that the contract takes, the same each time: Markdown', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => void answers('a.md', lines.join('\n'))),
      { numRuns: 400 },
    );
  });

  it('may have any name', () => {
    const named = (name: string) => expect(extractLog({ name, text: '# Session' })).toHaveProperty('session.nativeId');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => void named(name)));
  });

  it('may be nested without end, and is refused', () => {
    expect(answers('a.json', '{"workLog":'.repeat(100_000))).toHaveProperty('problem');
    expect(answers('a.json', '['.repeat(5_000_000))).toHaveProperty('problem');
  });

  it('may repeat keys and name prototypes', () => {
    const text =
      '{"session":{"objective":"one"},"session":{"objective":"two"},"workLog":[{"action":"Did it","__proto__":{"x":1}}]}';
    expect(answers('a.json', text)).toMatchObject({
      content: { task: 'two', events: [{ content: 'Did it', extra: {} }] },
    });
    expect({}).not.toHaveProperty('x');
    const counted = '{"session":"","metrics":{"__proto__":1,"toolCalls":2}}';
    expect(answers('a.json', counted)).toMatchObject({ content: { metrics: { proto: 1, tool_calls: 2 } } });
  });

  it('may hold more than an episode: the first items stay, within its limits', () => {
    const workLog = Array.from({ length: 3000 }, (_, at) => ({ action: `Step ${at} ${'long '.repeat(400)}` }));
    const answer = answers('a.json', JSON.stringify({ workLog }));
    expect(answer).toMatchObject({ content: { events: expect.any(Array) } });
    if (!('content' in answer)) throw new Error(answer.problem);
    expect(answer.content.events[0]?.content).toMatch(/^Step 0 /);
    const [events, cut] = answer.notes;
    expect(Number(/at least (\d+) events$/.exec(events ?? '')?.[1]) + answer.content.events.length).toBe(3000);
    expect(cut).toBe('its longest texts are cut for want of room');
  });

  it.each([' ', '*', '**a', '(', '1 failed, ', '1 a ', '- ', '| ', 'abcdef1 ', 'because of ', '. ', '漢'])(
    'may be one line of %j and is read in a moment',
    (unit) => {
      const long = unit.repeat(5_000_000 / unit.length);
      const before = performance.now();
      answers('a.md', long);
      answers('a.md', `# Log\n\n## Decisions\n\n- ${long}`);
      answers(
        'a.json',
        JSON.stringify({ workLog: [{ action: long }], learnings: [long], decisions: [{ decision: long }] }),
      );
      // Each is read twice. An expression that looks at the same text again and again takes minutes.
      expect(performance.now() - before).toBeLessThan(15_000);
    },
    30_000,
  );
});

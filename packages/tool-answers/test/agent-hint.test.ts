import { operationNames } from '@twicewise/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentHint } from '../src/agent-hint.ts';

const NO_TOOL =
  'You have no tool for this. Use what an earlier answer named, or tell the person, who can do it in Twicewise.';

describe('a hint for an agent', () => {
  it('calls an operation by the name of its tool', () => {
    expect(agentHint('Say that it is not so: causal.assert with stance disputes.')).toBe(
      'Say that it is not so: causal_assert with stance disputes.',
    );
  });

  it('leaves out what no tool does, and keeps the rest as sentences', () => {
    for (const [hint, told] of [
      ['Name it with projectId; project.list shows those there are.', 'Name it with projectId.'],
      ['exposure.list has the ids; or name the lesson with reflectionId.', 'Name the lesson with reflectionId.'],
      ['Change that one with reflection.update, or store without nativeId.', 'Store without nativeId.'],
      ['Link the items (episode.update), or claim it of a text.', 'Link the items, or claim it of a text.'],
      [
        'turn.list shows those there are; save the turn first (turn.save), then write on.',
        'Save the turn first (turn_save), then write on.',
      ],
      ['causal.nodes finds nodes. A new one is given as { kind, text }.', 'A new one is given as { kind, text }.'],
      ['First this. job.list is next. Then that; and more.', 'First this. Then that. And more.'],
    ] as const)
      expect(agentHint(hint)).toBe(told);
  });

  it('says so where nothing is left', () => {
    expect(agentHint('session.list shows the sessions there are, attempt.list the tasks.')).toBe(NO_TOOL);
  });

  it('is any other hint as it is', () => {
    for (const hint of ['Set embedding.provider to off.', 'Read notes.txt (or a.b); try again', ''])
      expect(agentHint(hint)).toBe(hint);
  });

  it('never names an operation that is no tool, and always says something', () => {
    const piece = fc.oneof(
      fc.constantFrom(...operationNames),
      fc.constantFrom('. ', '; ', ', or ', ' (', ')', ' that '),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const told = agentHint(pieces.join(''));
        expect(told.trim()).not.toBe('');
        const named = told.match(/[a-z]+\.[a-zA-Z]+/g) ?? [];
        expect(named.filter((name) => (operationNames as string[]).includes(name))).toEqual([]);
      }),
    );
  });
});

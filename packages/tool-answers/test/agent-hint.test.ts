import { operationNames } from '@twicewise/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentHint } from '../src/agent-hint.ts';

describe('a hint for an agent', () => {
  it('calls an operation by the name of its tool', () => {
    expect(agentHint('Save the turn first (turn.save), then write on.')).toBe(
      'Save the turn first (turn_save), then write on.',
    );
  });

  it('leaves out asides about what no tool does', () => {
    for (const [hint, told] of [
      ['Name it with projectId (project.list shows those there are).', 'Name it with projectId.'],
      ['Link the items (episode.update), or claim it of a text.', 'Link the items, or claim it of a text.'],
      [
        'Save it (turn.save), or name another (turn.list); nothing changed.',
        'Save it (turn_save), or name another; nothing changed.',
      ],
    ] as const)
      expect(agentHint(hint)).toBe(told);
  });

  it('is any other hint as it is', () => {
    for (const hint of ['Set embedding.provider to off.', 'Read notes.txt (or a.b); try again', ''])
      expect(agentHint(hint)).toBe(hint);
  });

  it('names no operation, whatever stands in its asides', () => {
    const word = fc.constantFrom(...operationNames, 'a.b', '; ', '. ', ' shows it');
    const part = fc.tuple(fc.constantFrom('Do this', 'Or that'), fc.array(word, { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const told = agentHint(parts.map(([text, aside]) => `${text} (${aside.join(' ')})`).join(', '));
        const named = told.match(/[a-z]+\.[a-zA-Z]+/gi) ?? [];
        expect(named.filter((name) => (operationNames as string[]).includes(name))).toEqual([]);
        for (const [text] of parts) expect(told).toContain(text);
      }),
    );
  });
});

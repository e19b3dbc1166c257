import { AppError, type Failure } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { accountOf, type Kept, whyKept } from '../../src/undo/kept.ts';

const failure = (fields: Partial<Failure>) => new AppError({ code: 'conflict', message: 'm', hint: 'h', ...fields });

describe('a record that an undo leaves', () => {
  it.each([
    [{ reason: 'changed_since' }, 'changed_since'],
    [{ reason: 'purged' }, 'purged'],
    [{ code: 'internal', reason: 'damaged' }, 'damaged'],
    [{ reason: 'in_use' }, 'place_taken'],
    [{ code: 'refused' }, 'guarded'],
  ] as [Partial<Failure>, string][])('is left for what the error says: %j', (fields, why) => {
    expect(whyKept(failure(fields))).toBe(why);
  });

  it('is no excuse for an error that is not about it', () => {
    for (const error of [failure({}), failure({ code: 'not_found' }), new Error('disk'), { reason: 'purged' }])
      expect(() => whyKept(error)).toThrow(error as Error);
  });

  it('counts once, for the last reason, and by its kind and id', () => {
    const kept: Kept[] = [
      { entity: 'reflection', id: 'a', why: 'changed_since' },
      { entity: 'session', id: 'a', why: 'in_use' },
      { entity: 'reflection', id: 'b', why: 'changed_since' },
      { entity: 'reflection', id: 'a', why: 'damaged' },
    ];
    expect(accountOf(kept)).toEqual({ kept: ['a', 'a', 'b'], keptFor: { changed_since: 1, damaged: 1, in_use: 1 } });
    expect(accountOf([])).toEqual({ kept: [], keptFor: {} });
  });
});

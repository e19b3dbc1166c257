import { operationNames, SETTING_NAMES } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { screenHint } from './screen-hint.ts';

describe('a hint in a window', () => {
  it('names no operation', () => {
    for (const name of operationNames)
      expect(screenHint(`Look again (${name}). ${name} says more.`)).toBe('Look again.');
    expect(screenHint('Use operation.redo to do it again.')).toBe('');
    expect(
      screenHint('Undo the later changes first (operation.list with entityId shows them), or edit it by hand.'),
    ).toBe('Undo the later changes first, or edit it by hand.');
  });

  it('names settings as before', () => {
    for (const name of Object.keys(SETTING_NAMES))
      expect(screenHint(`Set ${name} to off.`)).toBe(`Set ${name} to off.`);
  });
});

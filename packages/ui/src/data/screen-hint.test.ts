import { operationNames } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { screenHint } from './screen-hint.ts';

describe('a hint in a window', () => {
  it('names no operation', () => {
    for (const name of operationNames)
      for (const aside of [name, `${name} shows them`, `as ${name} does`])
        expect(screenHint(`Look again (${aside}), or wait.`)).toBe('Look again, or wait.');
  });

  it('keeps its other asides', () => {
    for (const hint of ['Name one by its id: proj_1 (/work/store.web).', 'Choose a folder (not a file).', 'Wait.'])
      expect(screenHint(hint)).toBe(hint);
  });
});

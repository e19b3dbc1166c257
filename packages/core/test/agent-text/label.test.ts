import { MAX_LABEL } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { labelOf } from '../../src/agent-text/label.ts';

const told = '**Pin** the `lib*` version, see [the log](https://example.org/log)';

describe('a label', () => {
  it('is what was said without marks of Markdown, and code as it is', () => {
    for (const kind of ['decision', 'fix', 'outcome', 'task']) {
      expect(labelOf({ kind, text: told })).toBe('Pin the lib* version, see the log');
    }
  });

  it('of an error is its output as it is', () => {
    const text = 'TypeError: `a` is *not* a function';
    expect(labelOf({ kind: 'error', text })).toBe(text);
  });

  it('is never empty, and at most as long as it says', () => {
    expect(labelOf({ kind: 'fix', text: '``' })).toBe('``');
    const long = labelOf({ kind: 'fix', text: `**${'word '.repeat(200)}**` });
    expect(long.length).toBeLessThanOrEqual(MAX_LABEL);
    expect(long).toMatch(/word…$/);
  });
});

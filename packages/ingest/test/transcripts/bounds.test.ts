import { describe, expect, it } from 'vitest';
import { boundedFacts, boundedStep } from '../../src/transcripts/bounds.ts';
import { hidesFailure } from '../../src/transcripts/hidden-failure.ts';
import { jsonValues } from '../../src/transcripts/json-values.ts';
import { shellWrites } from '../../src/transcripts/shell-edit.ts';
import type { Call, Result } from '../../src/transcripts/steps.ts';

const at = { line: 1, at: '2026-02-01T10:00:00Z', chain: '' };
const plain = (text: string) => text;
const huge = 'x'.repeat(5_000_000);

describe('what rules see', () => {
  it('is bounded, whatever a transcript holds', () => {
    const call: Call = {
      kind: 'call',
      args: 'hash',
      id: 'c1',
      tool: huge,
      command: huge,
      edit: { path: huge, before: huge, after: huge },
      about: huge,
      ...at,
    };
    const result: Result = {
      kind: 'result',
      id: 'c1',
      failed: true,
      text: `${'y\n'.repeat(2_000_000)}${huge}`,
      rejection: huge,
      isHarness: false,
      ...at,
      chain: huge,
    };
    const steps = [
      call,
      result,
      { kind: 'said' as const, text: huge, ...at },
      { kind: 'prompt' as const, text: huge, ...at },
    ];
    for (const step of steps) expect(JSON.stringify(boundedStep(step, plain)).length).toBeLessThan(200_000);
    const { text } = boundedStep(result, plain) as Result;
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(2000);
  });

  it('keeps the beginning and the end of a long output', () => {
    const text = `first\n${'middle\n'.repeat(100_000)}last`;
    const bounded = boundedStep(
      {
        kind: 'result',
        id: 'c',
        failed: true,
        text,
        rejection: null,
        isHarness: false,
        ...at,
      },
      plain,
    );
    expect((bounded as Result).text).toMatch(/^first\n[\s\S]*\nlast$/);
  });

  it('has one way to end a line, whatever the program and the system', () => {
    const patch = ["git apply <<'EOF'", '--- a/x.ts', '+++ b/x.ts', '@@ -1 +1 @@', '-old', '+new', 'EOF', ''];
    const call: Call = {
      kind: 'call',
      args: 'hash',
      id: 'c',
      tool: 'Bash',
      command: patch.join('\r\n'),
      edit: null,
      about: '',
      ...at,
    };
    const { command } = boundedStep(call, plain) as Call;
    expect(shellWrites(command ?? '').edits).toEqual([{ path: 'x.ts', before: 'old', after: 'new' }]);
    const text = 'reading 10 %\rreading 90 %\rTypeError: x is not a function\r\n';
    const result: Result = { kind: 'result', id: 'c', failed: false, text, rejection: null, isHarness: false, ...at };
    // A crash is recognised only in a line that begins with the error.
    expect(hidesFailure('node a.js', (boundedStep(result, plain) as Result).text, false)).toBe(true);
  });

  it('has no step without an id that the memory could hold', () => {
    const result = { kind: 'result' as const, failed: true, text: '', rejection: null, isHarness: false, ...at };
    for (const id of ['', 'i'.repeat(600), 'a\u0000b', '\ud800'])
      expect(boundedStep({ ...result, id }, plain)).toBeNull();
  });
});

describe('facts of a session', () => {
  it('are left out when the memory could not hold them', () => {
    const facts = {
      startedAt: 'yesterday',
      endedAt: '2026-02-01T10:00:00+01:00',
      branch: 'b'.repeat(1000),
      nativeId: 'a\u0000',
    };
    expect(boundedFacts(facts, plain)).toEqual({ endedAt: '2026-02-01T09:00:00.000Z' });
  });
});

describe('a line with several values', () => {
  it('is parted at a few places only', () => {
    expect(jsonValues('{"a":1}{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(jsonValues(`{"a":"${'}{'.repeat(19)}"}{"b":2}`)).toEqual([{ a: '}{'.repeat(19) }, { b: 2 }]);
    expect(jsonValues(`{${'}{'.repeat(50_000)}`)).toEqual([
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(jsonValues('no json')).toBeNull();
  });
});

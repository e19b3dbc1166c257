import { describe, expect, it } from 'vitest';
import { notesOnRedaction } from '../src/notes.ts';
import { createRedactor } from '../src/redactor.ts';

const TOKEN = 'ghp_a1Bc2Df3Gh4Jk5Lm6Np7Qr8St9Uv0Wx1Yz2A';

/** The notes on a record with a token in each of so many fields. */
function notesOn(count: number): string[] {
  const record = Object.fromEntries(Array.from({ length: count }, (_, at) => [`step${at + 1}`, `used ${TOKEN}`]));
  return notesOnRedaction(createRedactor().redact(record).found);
}

describe('the note on secrets that were replaced', () => {
  it('is absent where nothing was', () => expect(notesOn(0)).toEqual([]));

  it('says of one which kind it was, and where', () =>
    expect(notesOn(1)).toEqual(['1 secret was replaced before storing: github_token in step1.']));

  it('says so of each of five, and how many more there were beyond', () => {
    const five = [1, 2, 3, 4, 5].map((at) => `github_token in step${at}`).join(', ');
    expect(notesOn(2)).toEqual([
      '2 secrets were replaced before storing: github_token in step1, github_token in step2.',
    ]);
    expect(notesOn(5)).toEqual([`5 secrets were replaced before storing: ${five}.`]);
    expect(notesOn(6)).toEqual([`6 secrets were replaced before storing: ${five}, and 1 more.`]);
    expect(notesOn(17)).toEqual([`17 secrets were replaced before storing: ${five}, and 12 more.`]);
  });

  it('never holds the secret', () => expect(notesOn(17).join()).not.toContain(TOKEN));
});

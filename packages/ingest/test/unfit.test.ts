import { AppError, MAX_EPISODE_BYTES, textBytes } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { refuseUnfit } from '../src/episodes/fit.ts';
import { EMPTY_EPISODE } from './empty-episode.ts';

/** The error that refuses an episode with other fields; undefined if it is stored. */
function refused(fields: object) {
  try {
    refuseUnfit({ ...EMPTY_EPISODE, ...fields });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, reason: error.reason, message: error.message, hint: error.hint };
  }
}
const bytes = (count: number) => Array.from({ length: 8 }, () => 'x'.repeat(count / 8));

describe('an episode of a file', () => {
  it('is stored up to its limit, of what is understood and of all else', () => {
    expect(refused({})).toBeUndefined();
    expect(refused({ extra: { a: [{ b: 'fine' }, null, 7, 'tab\tand\nline'] } })).toBeUndefined();
    const { extra: _, ...said } = EMPTY_EPISODE;
    const lessons = [...bytes(MAX_EPISODE_BYTES - 2048), 'x'.repeat(2048 - textBytes(said))];
    expect(textBytes({ ...said, lessons })).toBe(MAX_EPISODE_BYTES);
    expect(refused({ lessons, extra: { '8 bytes.': bytes(MAX_EPISODE_BYTES - 8) } })).toBeUndefined();
    expect(refused({ lessons: [...lessons, 'x'] })?.message).toContain(`it has ${MAX_EPISODE_BYTES + 1} bytes`);
  });

  it.each(['lessons', 'extra'])('is refused beyond its limit, with what it has: in %s', (field) => {
    const texts = [...bytes(MAX_EPISODE_BYTES), 'more'];
    const error = refused({ [field]: field === 'extra' ? { texts } : texts });
    expect(error).toMatchObject({ code: 'invalid_input', reason: 'bad_file', hint: 'Mend the file, or leave it out.' });
    expect(error?.message).toMatch(/^it has \d{6} bytes of text, the limit is 524288$/);
  });

  it('is refused where a field is not as it must be, and says which', () => {
    const hint = 'Mend the file, or leave it out.';
    expect(refused({ outcome: 'maybe' })).toMatchObject({ code: 'invalid_input', reason: 'bad_file', hint });
    expect(refused({ task: 'x'.repeat(65_537) })).toMatchObject({ code: 'invalid_input', reason: 'bad_file', hint });
    expect(refused({ outcome: 'maybe' })?.message).toContain('outcome');
  });

  it.each([
    ['a text', { a: 'b\u0007c' }],
    ['a text in a list', { a: ['fine', ['b\u0007c']] }],
    ['a text further in', { a: { b: null, c: { d: 'b\u0007c' } } }],
    ['a key', { 'b\u0007c': 'fine' }],
    ['half of a pair', { a: 'b\ud800' }],
  ])('is refused with %s that cannot be stored', (_what, extra) => {
    const error = refused({ extra });
    expect(error).toMatchObject({ code: 'invalid_input', reason: 'bad_file' });
    expect(error?.message).toMatch(/^a text of it holds (?:the control character U\+0007|half of a surrogate pair)/);
  });
});

import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { embeddingText } from '../../src/vectors/embedding-text.ts';

const lesson = {
  taskDescription: 'Parse CSV files',
  whatWorked: ['a library'],
  whatDidNotWork: ['a regex'],
  nextStrategy: 'keep the library',
  text: '',
  rootCause: null,
  isDeleted: false,
};

describe('the text that is embedded', () => {
  it('joins task, what worked, what did not, and strategy (S0-32)', () => {
    verifies('S0-32');
    expect(embeddingText(lesson)?.text).toBe('Parse CSV files\na library\na regex\nkeep the library');
  });

  it('is recognised by its hash, which changes with any of them and with nothing else', () => {
    const { hash } = embeddingText(lesson) ?? { hash: '' };
    expect(embeddingText({ ...lesson })?.hash).toBe(hash);
    expect(embeddingText({ ...lesson, nextStrategy: 'another' })?.hash).not.toBe(hash);
  });

  it('is none for a lesson in the bin or without words', () => {
    expect(embeddingText({ ...lesson, isDeleted: true })).toBeNull();
    const empty = { ...lesson, taskDescription: ' ', whatWorked: [], whatDidNotWork: [], nextStrategy: '' };
    expect(embeddingText(empty)).toBeNull();
  });
});

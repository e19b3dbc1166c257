import { describe, expect, it } from 'vitest';

import { retrievalOperations } from '../src/operations/retrieval.ts';
import { certainFields, inputShapes, STRICT_OBJECT } from './json-schemas.ts';

const LESSON = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const search = retrievalOperations['reflection.search'].input;
const brief = retrievalOperations['memory.brief'].input;
const feedback = retrievalOperations['memory.feedback'].input;

describe('operations of retrieval', () => {
  it('have a summary, strict input, and can be described as JSON Schema', () => {
    for (const [name, { summary, input, output }] of Object.entries(retrievalOperations)) {
      expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
      expect(input.safeParse({ surelyNotAField: 1 }).success, name).toBe(false);
      for (const shape of inputShapes(input)) expect(shape, name).toMatchObject(STRICT_OBJECT);
      expect(certainFields(output)?.length, name).toBeGreaterThan(0);
    }
  });

  it('a search asks for five hits unless told otherwise, and takes every filter of the list', () => {
    expect(search.parse({ taskDescription: 'x' })).toEqual({
      taskDescription: 'x',
      deleted: 'exclude',
      everywhere: false,
      explain: false,
      prefix: false,
      limit: 5,
      maxBytes: 1_000_000,
    });
    const full = {
      projectId: 'p',
      sessionId: ['s'],
      taskKeywords: ['API', 'webhook'],
      tags: ['auth'],
      outcomeFilter: ['failure', 'partial'],
      failureCategory: ['edge_case_miss', 'integration_error'],
      sourceId: ['src_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      minConfidence: 0.7,
      since: '2026-01-01T00:00:00Z',
      minRelevance: 0,
      limit: 0,
    };
    expect(search.parse(full)).toMatchObject(full);
    expect(search.safeParse({ limit: 201 }).success).toBe(false);
    expect(search.safeParse({ minRelevance: 1.1 }).success).toBe(false);
  });

  it('a question may hold anything, a pasted log with control characters included', () => {
    expect(search.safeParse({ taskDescription: '\u001b[31mred\u0000\ud800'.repeat(1000) }).success).toBe(true);
    expect(brief.safeParse({ task: 'word '.repeat(150_000) }).success).toBe(true);
    expect(brief.safeParse({ task: 'x'.repeat(1_000_001) }).success).toBe(false);
  });

  it('a brief has 800 tokens unless told otherwise, and is logged unless it is a preview', () => {
    expect(brief.parse({ task: 't' })).toEqual({ task: 't', budget: 800, dryRun: false, trigger: 'tool' });
    expect(brief.safeParse({ task: 't', budget: 99 }).success).toBe(false);
    expect(brief.safeParse({ task: 't', budget: 8001 }).success).toBe(false);
  });

  it('feedback is about one lesson or one exposure, never both', () => {
    const exposure = 'expo_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(feedback.parse({ reflectionId: LESSON, verdict: 'helpful' })).toEqual({
      reflectionId: LESSON,
      verdict: 'helpful',
      note: '',
    });
    expect(feedback.safeParse({ exposureId: exposure, verdict: 'harmful', note: 'wrong' }).success).toBe(true);
    expect(feedback.safeParse({ exposureId: exposure, reflectionId: LESSON, verdict: 'helpful' }).success).toBe(false);
    expect(feedback.safeParse({ reflectionId: LESSON, verdict: 'great' }).success).toBe(false);
  });
});

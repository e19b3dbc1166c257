import {
  LESSON_FIELD_NAMES,
  LESSON_LIST_FIELDS,
  type LessonFieldName,
  type Reflection,
  toldAs,
} from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { ASKED } from '../../src/agent-text/wording.ts';
import { composeBrief } from '../../src/briefing/brief.ts';
import { hitsOf, lesson, NOW } from './lesson.ts';

// The table of the contract says which fields briefs tell. Each of them is told here, and one that is added there must be, too.

const TOLD = LESSON_FIELD_NAMES.filter((name) => toldAs(name)?.in === 'briefs');

const isList = (name: LessonFieldName) => LESSON_LIST_FIELDS.some((list) => list === name);

/** A value of a field with this text. */
function fieldWith(name: LessonFieldName, text: string): Partial<Reflection> {
  return { [name]: isList(name) ? [text] : text };
}

/** Another value than the blank lesson has. */
function another(name: LessonFieldName): Partial<Reflection> {
  switch (name) {
    case 'attemptNumber':
      return { attemptNumber: 2 };
    case 'outcome':
      return { outcome: 'failure' };
    case 'kind':
      return { kind: 'note' };
    case 'failureCategory':
      return { failureCategory: 'other' };
    case 'confidence':
      return { confidence: 0.5 };
    default:
      return fieldWith(name, 'something else');
  }
}

const briefOf = (lessons: Reflection[], budget = 800) =>
  composeBrief({
    hits: hitsOf(lessons),
    wording: ASKED,
    budget,
    nonce: 'k3Jq0vXyZ-_a',
    now: NOW,
    countTokens: (text) => Math.ceil(text.length / 4),
  });

const SAME = { taskDescription: 'Parse CSV' };

describe('two lessons of a brief', () => {
  it.each(['taskDescription', 'outcome', ...TOLD] as const)('that differ in %s are both told', (name) => {
    const brief = briefOf([lesson(1, SAME), lesson(2, { ...SAME, ...another(name) })]);
    expect(brief.omitted).toEqual({ overBudget: 0, same: 0 });
    expect(brief.lessons).toHaveLength(2);
  });

  const UNTOLD = LESSON_FIELD_NAMES.filter(
    (name) => name !== 'taskDescription' && name !== 'outcome' && !TOLD.includes(name),
  );
  it.each(UNTOLD)('that differ only in %s, which no brief tells, are told once', (name) => {
    const brief = briefOf([lesson(1, SAME), lesson(2, { ...SAME, ...another(name) })]);
    expect(brief.omitted).toEqual({ overBudget: 0, same: 1 });
  });
});

describe('a lesson of a brief', () => {
  it.each(TOLD)('says %s under the name that the table has for it', (name) => {
    const text = 'on its own';
    const { text: told } = briefOf([lesson(1, { ...SAME, ...fieldWith(name, text) })]);
    expect(told).toContain(`"${toldAs(name)?.name}":${JSON.stringify(isList(name) ? [text] : text)}`);
  });

  it.each(['taskDescription', ...TOLD.filter((name) => name !== 'text')] as const)(
    'is known to be too long by its %s, before it is compared with others',
    (name) => {
      const long = { ...SAME, ...fieldWith(name, 'word '.repeat(4000)) };
      const brief = briefOf([lesson(1, long), lesson(2, long)]);
      expect(brief.lessons).toHaveLength(1);
      expect(brief.omitted).toEqual({ overBudget: 1, same: 0 });
    },
  );

  it('is not too long by free text that its line does not show', () => {
    const { lessons } = briefOf([lesson(1), lesson(2, { nextStrategy: 'on its own', text: 'word '.repeat(4000) })]);
    expect(lessons).toHaveLength(2);
  });
});

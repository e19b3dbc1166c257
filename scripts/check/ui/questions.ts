import { lessonOf } from '../../bench/lessons.ts';

/** Lessons that are asked about lie so far apart: a prime, so that every subject and project has its turn. */
const APART = 1009;

/**
 * What a person types into the search field, each with its own words, of one of `lessons` lessons: a task in words that
 * a tenth of all lessons have (the costliest to answer), names that few have, or a name and a fact.
 */
export function questions(count: number, lessons: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const { taskDescription, whatWorked, whatDidNotWork } = lessonOf((at * APART) % lessons);
    const subject = taskDescription.toLowerCase().match(/^the (.*?);/)?.[1] ?? '';
    const fact = (whatWorked[0] ?? '').toLowerCase().replace(/^first, |\.$/g, '');
    const [name = '', other = ''] =
      whatDidNotWork[0]
        ?.match(/lost in (.*)\.$/)?.[1]
        ?.split(', ')
        .slice(at % 4) ?? [];
    if (at % 3 === 0) return `${subject} ${name}`;
    return at % 3 === 1 ? `${name} ${fact.split(' ').slice(0, 4).join(' ')}` : `${name} ${other}`;
  });
}

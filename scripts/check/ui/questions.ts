import { lessonOf } from '../../bench/lessons.ts';

/** Distance between lessons that are asked about: a prime, so that all subjects and projects occur. */
const APART = 1009;

/**
 * What a person types into the search field, with different words for each question, about one of `lessons` lessons: a task in
 * words that a tenth of all lessons have (the costliest to answer), names that few lessons have, or a name and a fact.
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

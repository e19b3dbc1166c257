import { soundCell } from '../sql/json-cell.ts';

/** Longest beginning of a text that a title is made of. */
const LOOKED_AT = 300;

/**
 * SQL for what names a lesson: its task, else the beginning of what it says; as `lessonTitle` of the contract chooses. Null where
 * there is no lesson.
 */
export function titleOfLesson(alias: string): string {
  const begins = (text: string) => `nullif(substr(trim(${text}, ' ' || char(9, 10, 13)), 1, ${LOOKED_AT}), '')`;
  const said = [
    begins(`${alias}.task`),
    begins(`${alias}.text`),
    begins(`${alias}.next_strategy`),
    begins(`(${soundCell(`${alias}.what_did_not_work`, '[]')} ->> 0)`),
    begins(`(${soundCell(`${alias}.what_worked`, '[]')} ->> 0)`),
    `${alias}.task`,
  ];
  return `coalesce(${said.join(', ')})`;
}

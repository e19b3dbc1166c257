import { lessonTitle, PRODUCT, type Reflection } from '@twicewise/contract';
import { strings } from '../strings.ts';
import { FURTHER_TEXTS } from './lesson-texts.ts';
import { pageAddress } from './page-address.ts';

/** A link to a lesson that works on any machine with this memory. */
export function lessonLink(id: string): string {
  return `${PRODUCT.scheme}://lesson/${id}`;
}

/** The address of a lesson in this page; null when others could not open the page. */
export function lessonAddress(id: string, page: Location): string | null {
  return pageAddress(page, `#/lessons?lesson=${id}`);
}

/** A lesson as JSON, as it is stored. */
export function lessonJson(lesson: Reflection): string {
  return JSON.stringify(lesson, null, 2);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A list entry with its further lines indented. */
const entry = (text: string) => `- ${text.trim().replace(/\n/g, '\n  ')}`;

function section(label: string, body: string): string[] {
  return body.trim() === '' ? [] : [`## ${label}`, body.trim()];
}

function describeFacts({ outcome, attemptNumber, projectName, agent, createdAt, confidence }: Reflection): string {
  const parts = [
    strings.outcome[outcome],
    strings.inspector.attempt(attemptNumber),
    projectName,
    agent,
    createdAt.slice(0, 10),
    confidence === null ? null : `${strings.fields.confidence.toLowerCase()} ${confidence}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** A lesson as Markdown, in the order of the screen, without empty fields. */
export function lessonMarkdown(lesson: Reflection): string {
  const { fields } = strings;
  const { failureCategory: category } = lesson;
  return `${[
    `# ${oneLine(lesson.taskDescription.trim() || lessonTitle(lesson))}`,
    describeFacts(lesson),
    ...section(fields.nextStrategy, lesson.nextStrategy),
    ...section(fields.whatDidNotWork, lesson.whatDidNotWork.map(entry).join('\n')),
    ...section(fields.whatWorked, lesson.whatWorked.map(entry).join('\n')),
    ...FURTHER_TEXTS.flatMap((field) => section(fields[field], lesson[field] ?? '')),
    ...section(fields.failureCategory, category ? strings.category[category] : ''),
    ...section(fields.tags, lesson.tags.map(strings.filters.tag).join(' ')),
    ...section(fields.relatedEntityIds, lesson.relatedEntityIds.map(entry).join('\n')),
    `<${lessonLink(lesson.id)}>`,
  ].join('\n\n')}\n`;
}

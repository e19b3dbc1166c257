import type { Reflection } from '@twicewise/contract';

/** Fields of a lesson that the block shows. */
export type FormattedLesson = Pick<
  Reflection,
  'attemptNumber' | 'outcome' | 'taskDescription' | 'whatWorked' | 'whatDidNotWork' | 'nextStrategy'
>;

function section(title: string, statements: readonly string[]): string[] {
  return statements.length === 0 ? [] : [title, ...statements.map((statement) => `  - ${statement}`)];
}

/**
 * Lessons as the Markdown block of the source document (S0-37), byte for byte; '' when there are none. Stored text is neither
 * fenced nor cleaned. For text that is safe to give to an agent, use `composeBrief`.
 */
export function formatForPrompt(lessons: readonly FormattedLesson[]): string {
  if (lessons.length === 0) return '';
  const blocks = lessons.flatMap((lesson) => [
    `### Attempt ${lesson.attemptNumber} (${lesson.outcome})`,
    `Task: ${lesson.taskDescription}`,
    ...section('What worked:', lesson.whatWorked),
    ...section('What did not work:', lesson.whatDidNotWork),
    `Next strategy: ${lesson.nextStrategy}`,
    '',
  ]);
  return ['## Previous Lessons Learned\n', ...blocks].join('\n');
}

import type { Reflection } from './reflection.ts';

// A lesson as agents read it in a list (docs/adr/0014): core counts its tokens, mcp puts it into the answer.

/** What a reader must know before relying on a lesson; empty for an accepted one. */
function standing({ state, deletedAt }: Reflection): Record<string, string> {
  return {
    ...(state === 'accepted' ? {} : { state: state === 'draft' ? 'draft, not reviewed' : state }),
    ...(deletedAt === null ? {} : { bin: 'thrown away' }),
  };
}

/** What an agent reads of a lesson. A quarantined lesson shows none of its text; a note is no attempt and has no outcome. */
export function toldLesson(lesson: Reflection): Record<string, unknown> {
  const { kind, taskDescription, attemptNumber, outcome, whatWorked, whatDidNotWork, nextStrategy } = lesson;
  if (lesson.state === 'quarantined') {
    return { id: lesson.id, ...standing(lesson), note: 'The text is withheld until a person has looked at it.' };
  }
  return {
    id: lesson.id,
    at: lesson.createdAt,
    ...standing(lesson),
    ...(kind === 'note' ? { about: taskDescription } : { task: taskDescription, attempt: attemptNumber, outcome }),
    ...(whatWorked.length > 0 ? { worked: whatWorked } : {}),
    ...(whatDidNotWork.length > 0 ? { failed: whatDidNotWork } : {}),
    ...(nextStrategy === '' ? {} : { next: nextStrategy }),
    ...(lesson.text === '' ? {} : { text: lesson.text }),
  };
}

/** Says whose text a lesson is, for its fence. */
export function provenanceOf({ author, projectName }: Reflection): string {
  return `${author.kind} ${author.name}, project ${projectName}`;
}

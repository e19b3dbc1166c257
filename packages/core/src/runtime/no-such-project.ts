import { AppError, flatName, NOTHING_CHANGED } from '@twicewise/contract';
import { projectsNamed, type ReadableDb } from '@twicewise/store';

/** Maximum number of projects of one name that a refusal lists. */
const MAX_LISTED = 20;
/** Maximum length of a name or folder in a refusal, in UTF-16 units. */
const MAX_NAME = 80;

/** The refusal of a name that several projects have, with the id and the folder of each; null where at most one has it. */
function severalProjects(db: ReadableDb, reference: string): AppError | null {
  const found = projectsNamed(db, reference, MAX_LISTED + 1);
  if (found.length < 2) return null;
  const listed = found.slice(0, MAX_LISTED);
  const ids = listed.map(({ id, root }) => (root === null ? id : `${id} (${flatName(root, MAX_NAME)})`));
  const several = found.length > MAX_LISTED ? `More than ${MAX_LISTED}` : found.length;
  return new AppError({
    code: 'invalid_input',
    message: `${several} projects are called "${flatName(reference, MAX_NAME)}"`,
    effect: NOTHING_CHANGED,
    hint: `Name one by its id: ${ids.join(', ')}.`,
  });
}

/** The refusal of a reference that means no project: several have that name, or none; `hint` says what to do where none has it. */
export function noSuchProject(db: ReadableDb, reference: string, hint: string): AppError {
  const message = `There is no project "${flatName(reference, MAX_NAME)}"`;
  return severalProjects(db, reference) ?? new AppError({ code: 'not_found', message, effect: NOTHING_CHANGED, hint });
}

/** Throws `invalid_input`, with the id and the folder of each, when several projects have this name; does nothing otherwise. */
export function refuseAnyOfSeveral(db: ReadableDb, reference: string): void {
  const refusal = severalProjects(db, reference);
  if (refusal) throw refusal;
}

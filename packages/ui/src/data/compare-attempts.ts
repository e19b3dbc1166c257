import { type Attempt, changedFiles, type OutputOf } from '@twicewise/contract';

/** An attempt as the host answers it. */
export type ReadAttempt = Pick<OutputOf<'attempt.get'>, 'attempt' | 'told' | 'reward'>;

/** What is compared of an attempt. */
interface Compared {
  attempt: Pick<Attempt, 'content'>;
  told: readonly { reflectionId: string }[];
}

/** The names of one list that both, or only one of two attempts have. */
export interface Shared {
  both: string[];
  onlyFirst: string[];
  onlySecond: string[];
}

/** What two attempts have and do not have in common. */
export interface Comparison {
  errors: Shared;
  files: Shared;
  /** Lessons that their session was told before them, by id. */
  lessons: Shared;
}

function shared(first: readonly string[], second: readonly string[]): Shared {
  const [a, b] = [new Set(first), new Set(second)];
  return {
    both: [...a].filter((name) => b.has(name)),
    onlyFirst: [...a].filter((name) => !b.has(name)),
    onlySecond: [...b].filter((name) => !a.has(name)),
  };
}

/** An error by what stays the same when it comes again. */
const errorsOf = ({ content }: Compared['attempt']) =>
  content.errors.map(({ signature, message }) => signature ?? message);
const filesOf = ({ content }: Compared['attempt']) => changedFiles(content.actor).map(({ path }) => path);
const lessonsOf = ({ told }: Compared) => told.map(({ reflectionId }) => reflectionId);

/** Compares two attempts, the earlier one first. */
export function compareAttempts(first: Compared, second: Compared): Comparison {
  return {
    errors: shared(errorsOf(first.attempt), errorsOf(second.attempt)),
    files: shared(filesOf(first.attempt), filesOf(second.attempt)),
    lessons: shared(lessonsOf(first), lessonsOf(second)),
  };
}

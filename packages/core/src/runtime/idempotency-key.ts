import { AppError, MAX_KEY_LENGTH, textProblem } from '@twicewise/contract';
import { requestHash } from './commit-queue.ts';
import type { Once } from './services.ts';

/** Separates a key from the name of a step. Keys from clients cannot contain it, because control characters are refused. */
const STEP = '\u001f';

/** Why a key is not usable, or null. A lone surrogate is refused because SQLite would store something else. */
function keyProblem(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `has ${key.length} characters, the limit is ${MAX_KEY_LENGTH}`;
  return textProblem(key);
}

/**
 * The idempotency key of a request with the hash of its input. An invalid key is refused, never shortened: two long keys could
 * become equal, and a write would get the answer of another.
 */
export function onceOf(key: string | undefined, name: string, input: unknown): Once | undefined {
  if (key === undefined) return undefined;
  const problem = keyProblem(key);
  if (problem === null) return { value: key, hash: requestHash(name, input) };
  throw new AppError({
    code: 'invalid_input',
    ...(key.length > MAX_KEY_LENGTH ? { reason: 'too_large' as const } : {}),
    message: `The idempotency key ${problem}.`,
    hint: `Send a key of 1 to ${MAX_KEY_LENGTH} characters of its own for each request, such as a UUID; nothing was changed.`,
  });
}

/** The key of one step of a request that makes several writes, so that a repeated request repeats none of them. */
export function onceForStep(once: Once | undefined, step: string): Once | undefined {
  return once && { value: `${once.value}${STEP}${step}`, hash: once.hash };
}

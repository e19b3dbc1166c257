import { AppError, textProblem } from '@twicewise/contract';
import { requestHash } from './commit-queue.ts';
import type { Once } from './services.ts';

/** Longest idempotency key, in UTF-16 units; room for a UUID with a name in front. */
const MAX_KEY_LENGTH = 200;
/** Between a key and a step's name; no key from outside holds it, because control characters are refused. */
const STEP = '\u001f';

/** Why a key cannot be kept apart from all others, or null. SQLite would store half a surrogate pair as something else. */
function keyProblem(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `has ${key.length} characters, the limit is ${MAX_KEY_LENGTH}`;
  return textProblem(key);
}

/**
 * The idempotency key of a request, whichever door it came through, with the hash of what it asks for. A key that is
 * not as it should be is refused, never shortened: two long keys would become one, and a write would get another's answer.
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

/** Key of one step of a request that takes several writes; a repeated request then repeats none of them. */
export function onceForStep(once: Once | undefined, step: string): Once | undefined {
  return once && { value: `${once.value}${STEP}${step}`, hash: once.hash };
}

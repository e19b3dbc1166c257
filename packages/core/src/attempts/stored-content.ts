import { errorSignature } from '@twicewise/checks';
import {
  AppError,
  type AttemptContent,
  blankAttemptContent,
  type CutOutput,
  type GivenAttemptContent,
  MAX_ATTEMPT_BYTES,
  textBytes,
} from '@twicewise/contract';
import { utc } from '../runtime/stated-times.ts';
import { cutAgain, cutOutput } from './cut-output.ts';

/** Made after secrets were replaced, for the same reason. Without one, an error that comes again would not be known again. */
function signatureOf({ signature, message }: GivenAttemptContent['errors'][number]): string | null {
  return signature ?? errorSignature(message.split('\n').filter((line) => line.trim() !== ''));
}

/**
 * The content of an attempt as it is stored: outputs cut to head and tail of `outputBytes`, times in UTC. They are cut only here, after secrets
 * were replaced: a secret cut in two would not be found.
 */
export function toStoredContent(
  given: GivenAttemptContent,
  taskSignature: string | null,
  outputBytes: number,
): AttemptContent {
  const cut = (output: CutOutput | string | null) =>
    typeof output === 'string' ? cutOutput(output, outputBytes) : output && cutAgain(output, outputBytes);
  const { actor, checks, errors, calls, feedback } = given;
  return {
    ...blankAttemptContent(),
    taskSignature,
    ...given,
    actor: actor && { ...actor, actions: actor.actions.map((action) => ({ ...action, at: utc(action.at) })) },
    checks: checks.map((check) => ({ ...check, output: cut(check.output), errorOutput: cut(check.errorOutput) })),
    errors: errors.map((error) => ({ ...error, signature: signatureOf(error), stackTrace: cut(error.stackTrace) })),
    calls: calls.map((call) => ({ ...call, output: cut(call.output) })),
    feedback: feedback.map((said) => ({ ...said, at: utc(said.at) })),
  };
}

/** Refuses an attempt that is too large after its outputs were cut. Throws `invalid_input` (`too_large`). */
export function refuseTooLarge(parts: unknown): void {
  const bytes = textBytes(parts);
  if (bytes <= MAX_ATTEMPT_BYTES) return;
  throw new AppError({
    code: 'invalid_input',
    reason: 'too_large',
    message: `The attempt is ${bytes} bytes without the middle of its outputs, the limit is ${MAX_ATTEMPT_BYTES}`,
    effect: '; nothing was stored.',
    hint: 'Shorten it: leave out diffs, parameters of calls, or calls.',
  });
}

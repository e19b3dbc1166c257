import { contract, type Envelope, inputError } from '@twicewise/contract';

/** Throws when an answer does not match the contract. */
export function checkOutput(name: string, answer: Envelope): Envelope {
  if (!answer.ok) return answer;
  const parsed = contract[name as keyof typeof contract].output.safeParse(answer.value);
  if (!parsed.success) throw inputError(`the output of ${name}`, parsed.error);
  return answer;
}

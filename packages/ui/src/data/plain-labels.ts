import { type PatternKind, plainText } from '@twicewise/contract';

const isLabelled = (value: object): value is { kind: string; label: string } =>
  'kind' in value && 'label' in value && typeof value.kind === 'string' && typeof value.label === 'string';

const plain = (text: string) => plainText(text) || text;

/**
 * The same answer, with the labels of its nodes without marks of Markdown, as one line has room for words alone. An error is
 * output of a program, whose signs mean themselves. Hosts give labels as they were written, because these words name the node.
 */
export function withPlainLabels<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(withPlainLabels) as T;
  const same = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withPlainLabels(value)]));
  if (isLabelled(answer) && answer.kind !== 'error') same.label = plain(answer.label);
  return same as T;
}

/** A pattern, or a case of one, with its words likewise: an error that calls for an action stays as it is. */
export function withPlainWords<T extends { trigger: string; action: string }>(kind: PatternKind, worded: T): T {
  const { trigger, action } = worded;
  return { ...worded, trigger: kind === 'error' ? trigger : plain(trigger), action: plain(action) };
}

import { plainText } from '@twicewise/contract';

const isLabelled = (value: object): value is { kind: string; label: string } =>
  'kind' in value && 'label' in value && typeof value.kind === 'string' && typeof value.label === 'string';

/**
 * The same answer, with the labels of its nodes without marks of Markdown, as one line has room for words alone. An error is
 * output of a program, whose signs mean themselves. Hosts give labels as they were written, because these words name the node.
 */
export function withPlainLabels<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(withPlainLabels) as T;
  const same = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withPlainLabels(value)]));
  if (isLabelled(answer) && answer.kind !== 'error') same.label = plainText(answer.label) || answer.label;
  return same as T;
}

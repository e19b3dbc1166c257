import { hash as digest } from 'node:crypto';

/** Fields in which two lessons must agree to count as identical. */
export interface Content {
  taskDescription: string;
  outcome: string;
  whatWorked: readonly string[];
  whatDidNotWork: readonly string[];
  nextStrategy: string;
  text: string;
}

/** Hash of what a lesson says, whoever says it and when. */
export function contentHash(content: Content): string {
  const { taskDescription, outcome, whatWorked, whatDidNotWork, nextStrategy, text } = content;
  const canonical = JSON.stringify([taskDescription, outcome, whatWorked, whatDidNotWork, nextStrategy, text]);
  return digest('sha256', canonical, 'base64url').slice(0, 22);
}

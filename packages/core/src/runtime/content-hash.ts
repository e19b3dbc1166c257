import { hash as digest } from 'node:crypto';

/** The fields that must be equal for two lessons to count as identical. */
export interface Content {
  taskDescription: string;
  outcome: string;
  whatWorked: readonly string[];
  whatDidNotWork: readonly string[];
  nextStrategy: string;
  text: string;
}

/** Hash of a lesson's content, independent of author and time. */
export function contentHash(content: Content): string {
  const { taskDescription, outcome, whatWorked, whatDidNotWork, nextStrategy, text } = content;
  const canonical = JSON.stringify([taskDescription, outcome, whatWorked, whatDidNotWork, nextStrategy, text]);
  return digest('sha256', canonical, 'base64url').slice(0, 22);
}

import type { Call, Result } from '../steps.ts';
import { commandsIn } from './shell.ts';

const OPENS = /^(?:gh pr create|glab mr create)\b(?!.* --(?:dry-run|web)\b)/;
const ADDRESS = /^https:\/\/[\w.-]{1,200}\/[\w./-]{1,300}\/(?:pull|merge_requests)\/\d{1,9}$/;

/** URLs of pull requests that a call opened: after success, `gh pr create` prints the URL on a line of its own. */
export function openedBy({ command }: Call, { failed, text }: Result): string[] {
  if (failed || command === null || !commandsIn(command).some((one) => OPENS.test(one))) return [];
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => ADDRESS.test(line));
}

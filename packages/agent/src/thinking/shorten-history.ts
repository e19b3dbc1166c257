import { estimateRequest } from '../model/estimate-tokens.ts';
import type { Message } from '../model/model.ts';

/** Messages that belong together: one that asks for calls, with their results; any other is alone. */
function groupsOf(messages: readonly Message[]): Message[][] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role === 'tool' && last) last.push(message);
    else groups.push([message]);
  }
  return groups;
}

/**
 * The newest messages that fit into so many tokens, and how many are left out before them. A call and its result are kept or left
 * out together (B2-11): a provider refuses one without the other. The newest group is always kept.
 */
export function shortenHistory(messages: readonly Message[], tokens: number): { messages: Message[]; leftOut: number } {
  const groups = groupsOf(messages);
  const kept: Message[][] = [];
  let left = tokens;
  for (const group of groups.toReversed()) {
    left -= estimateRequest(group);
    if (left < 0 && kept.length > 0) break;
    kept.unshift(group);
  }
  const shown = kept.flat();
  return { messages: shown, leftOut: messages.length - shown.length };
}

import { addEvent, type LogDraft, type Place } from '../draft.ts';
import { isGate } from '../gates.ts';
import { isPlaceholder } from '../texts.ts';
import { below, isFields, plainKey, textOf } from './tree.ts';

/** Keys for what a log found out or leaves to do, as `plainKey` spells them. */
const KINDS: readonly [string, RegExp][] = [
  [
    'next_step',
    /^(?:recommended|immediate)?(?:nextsteps?|nextactions?|followups?|todos?|actionitems?|remainingwork|recommendations?)$/,
  ],
  ['blocker', /^(?:blockers?|blockedby|blockingissues?|openquestions?|openissues?)$/],
  ['root_cause', /^rootcauses?$/],
  ['finding', /^(?:key|main|critical)?(?:findings?|issuesfound|observations?)$/],
];

/** Adds the findings under such a key, one per member. Returns false for any other key. */
export function takeJsonInsights(draft: LogDraft, key: string, value: unknown, place: Place): boolean {
  const name = plainKey(key);
  const type = KINDS.find(([, names]) => names.test(name))?.[0];
  if (type === undefined) return false;
  takeFrom(draft, type, value, place);
  return true;
}

function takeFrom(draft: LogDraft, type: string, value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries())
      takeFrom(draft, type, member, { ...place, pointer: below(place.pointer, at) });
    return;
  }
  if (typeof value === 'boolean' || typeof value === 'number' || (isFields(value) && isGate(value))) return;
  const content = textOf(value);
  if (!isPlaceholder(content)) addEvent(draft, { ...place, type, content });
}

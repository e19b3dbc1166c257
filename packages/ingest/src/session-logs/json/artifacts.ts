import { addEvent, type LogDraft, type Place } from '../draft.ts';
import { isPlaceholder } from '../texts.ts';
import { timeOf } from '../times.ts';
import { leftover } from './leftover.ts';
import { below, isFields, pickText, plainKey, textOf } from './tree.ts';

/** Keys for what a session made: files, pull requests, documents. */
const MADE =
  /^(?:artifacts?(?:created)?|deliverables?|filescreated|createdfiles|newfiles|prs?created|createdprs?|pullrequestscreated|prurl|pullrequesturl)$/;
const NOT_MADE = /^(?:modified|deleted|removed|updated|changed|renamed)$/;
const NAMES = ['path', 'file', 'url', 'location', 'identifier', 'name', 'item', 'title', 'artifact', 'number'];
const TOLD = ['description', 'summary', 'purpose'];

/** Adds the artifacts under such a key. Returns false for any other key. */
export function takeArtifacts(draft: LogDraft, key: string, value: unknown, place: Place): boolean {
  if (!MADE.test(plainKey(key))) return false;
  takeFrom(draft, value, place, /^(?:prs?|pullrequests?)/.test(plainKey(key)) ? 'Pull request ' : '');
  return true;
}

function takeFrom(draft: LogDraft, value: unknown, place: Place, what: string): void {
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      takeFrom(draft, member, { ...place, pointer: below(place.pointer, at) }, what);
    }
  } else if (isFields(value)) {
    const [name, told] = [pickText(value, NAMES), pickText(value, TOLD)];
    if (name === null && told === null) {
      for (const [key, member] of Object.entries(value)) {
        if (NOT_MADE.test(plainKey(key))) continue;
        takeFrom(draft, member, { ...place, pointer: below(place.pointer, key) }, what);
      }
      return;
    }
    const time = timeOf(value)?.time ?? place.time;
    const content = [name, told].filter((part) => part !== null).join('\n');
    const understood = Object.keys(value).filter((key) => [...NAMES, ...TOLD].includes(plainKey(key)));
    add(draft, content, { ...place, time }, leftover(value, new Set(understood)));
  } else if (typeof value === 'string' || typeof value === 'number') {
    add(draft, `${typeof value === 'number' ? `${what}#` : ''}${textOf(value)}`, place, {});
  }
}

function add(draft: LogDraft, content: string, place: Place, extra: ReturnType<typeof leftover>): void {
  if (!isPlaceholder(content)) addEvent(draft, { ...place, type: 'artifact', content, extra });
}

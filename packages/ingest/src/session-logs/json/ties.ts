import type { Ties } from '../draft.ts';
import { type Fields, listOf, pick } from './tree.ts';

/** Names of items, as `d001`, `DEC-001` or `E3`: what a structured link points to. */
const NAME = /^[a-z]{1,12}[-_]?\d{1,6}$/i;
const CAUSES = ['causedby', 'becauseof', 'dueto'];
const EFFECTS = ['leadsto', 'effects', 'ledto'];

/** What an entry says of its links, in names of its log. Keys whose values are no names are left to `extra`. */
export function tiesIn(fields: Fields): { ties: Omit<Ties, 'key'>; keys: string[] } {
  const keys: string[] = [];
  const namesUnder = (names: readonly string[]) =>
    names.flatMap((name) => {
      const found = pick(fields, [name]);
      const texts = found ? listOf(found.value) : [];
      if (!found || !texts.every((text) => NAME.test(text))) return [];
      keys.push(found.key);
      return texts;
    });
  const causedBy = namesUnder(CAUSES);
  const leadsTo = namesUnder(EFFECTS);
  const id = pick(fields, ['id']);
  const nativeId = typeof id?.value === 'string' && NAME.test(id.value) ? id.value : null;
  return { ties: { nativeId, causedBy, leadsTo }, keys };
}

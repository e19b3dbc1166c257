import type { Ties } from '../draft.ts';
import { type Fields, listOf, pick } from './tree.ts';

/** Names of items such as `d001`, `DEC-001` or `E3`, to which structured links point. */
const NAME = /^[a-z]{1,12}[-_]?\d{1,6}$/i;
const CAUSES = ['causedby', 'becauseof', 'dueto'];
const EFFECTS = ['leadsto', 'effects', 'ledto'];

/** The links that an entry states, as item names of its log. Keys whose values are not such names stay in `extra`. */
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

import { shorten } from '@twicewise/contract';
import { type Clean, LONGEST_SECRET } from '@twicewise/redaction';
import { clean as storable } from '../../session-logs/texts.ts';

/** A text as an episode can hold it: at most `max` UTF-8 bytes, well-formed, and without secrets. */
export type Words = (text: string, max: number) => string;

/** Removes secrets before cutting, because half a secret no longer looks like one. */
export function wordsBy(clean: Clean): Words {
  return (text, max) => storable(clean(shorten(text, max + LONGEST_SECRET)), max);
}

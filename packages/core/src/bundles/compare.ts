import type { BundleChoice, BundleStanding, ParsedInputOf } from '@twicewise/contract';
import type { EntityRecord, ReadableDb } from '@twicewise/store';
import { type Carried, carriedFields, differences, hasExtra, stateOf, toCarried } from './record-lines.ts';

/** What an item of a bundle is to the memory, and what it would be compared with. */
export interface Comparison {
  standing: BundleStanding;
  /** The record here as it would be carried; null when there is none, or nothing in which it differs. */
  here: Carried | null;
  /** Fields that differ. */
  fields: string[];
}

/** Fields of a record that belong to this machine, say where it came from, or follow from the others: they make no difference. */
const NOT_COMPARED = new Set(['id', 'updatedAt', 'root', 'gitCommonDir', 'sourceId']);

/** Fields of an incoming record that a record here may take over. */
export function comparedFields(fields: readonly string[]): string[] {
  return fields.filter((field) => !NOT_COMPARED.has(field));
}

/**
 * Compares a localised record with the stored one that it is here, if there is one. Which of two versions is later is known
 * from the states each had before.
 */
export function compareRecord(db: ReadableDb, incoming: Carried, stored: EntityRecord | null): Comparison {
  const { kind } = incoming;
  if (stored === null) return { standing: 'new', here: null, fields: [] };
  const fields = comparedFields(differences(kind, carriedFields(kind, stored), incoming.record));
  // Before the log is asked what the record was: in a second import this is nearly all there is.
  if (fields.length === 0) return { standing: 'identical', here: null, fields };
  const here = toCarried(db, kind, stored);
  if (!hasExtra(kind)) return { standing: 'conflicting', here, fields };
  const wasThere = incoming.ancestors.includes(stateOf(kind, here.record));
  const wasHere = here.ancestors.includes(stateOf(kind, incoming.record));
  if (wasThere === wasHere) return { standing: 'conflicting', here, fields };
  return { standing: wasThere ? 'changedThere' : 'changedHere', here, fields };
}

/** What is done with an item: made, left as it is, or what was chosen. */
export type Decision = 'make' | 'leave' | 'undecided' | BundleChoice;

/** What a person's choices mean for an item. */
export function decide(
  { standing, here }: Comparison,
  id: string,
  choices: ParsedInputOf<'bundle.import'>['choices'],
): Decision {
  if (standing === 'identical') return 'leave';
  if (standing === 'new' || here === null) return 'make';
  const own = Object.hasOwn(choices.items, id) ? choices.items[id] : undefined;
  if (standing === 'changedHere') return own === undefined || own === 'mine' ? 'leave' : own;
  if (standing === 'changedThere') return own ?? choices.changedThere;
  return own ?? choices.conflicting ?? 'undecided';
}

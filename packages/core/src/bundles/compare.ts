import type { BundleChoice, BundleStanding, ParsedInputOf } from '@twicewise/contract';
import type { EntityRecord, ReadableDb } from '@twicewise/store';
import { type Carried, carriedFields, differences, stateOf, toCarried } from './record-lines.ts';

/** How an item of a bundle relates to the memory. */
export interface Comparison {
  standing: BundleStanding;
  /** The record here in bundle form; null when there is none, or no difference. */
  here: Carried | null;
  /** Fields that differ. */
  fields: string[];
}

/** Fields that do not count as differences: they belong to this machine, name the origin, or are derived. */
const NOT_COMPARED = new Set(['id', 'updatedAt', 'root', 'gitCommonDir', 'sourceId', 'ordinal', 'take']);

/** Fields of an incoming record that may replace those of a record here. */
export function comparedFields(fields: readonly string[]): string[] {
  return fields.filter((field) => !NOT_COMPARED.has(field));
}

/**
 * Compares a localised record with its counterpart here, if any. Which version is later follows from the earlier states of each.
 */
export function compareRecord(db: ReadableDb, incoming: Carried, stored: EntityRecord | null): Comparison {
  const { kind } = incoming;
  if (stored === null) return { standing: 'new', here: null, fields: [] };
  const fields = comparedFields(differences(kind, carriedFields(kind, stored), incoming.record));
  // Checked before the log is read, because in a second import nearly all records are identical.
  if (fields.length === 0) return { standing: 'identical', here: null, fields };
  const here = toCarried(db, kind, stored);
  // Kinds that have no earlier states come out as conflicting.
  const wasThere = incoming.ancestors.includes(stateOf(kind, here.record));
  const wasHere = here.ancestors.includes(stateOf(kind, incoming.record));
  if (wasThere === wasHere) return { standing: 'conflicting', here, fields };
  return { standing: wasThere ? 'changedThere' : 'changedHere', here, fields };
}

/** What is done with an item: create it, leave it, or what a person chose. */
export type Decision = 'make' | 'leave' | 'undecided' | BundleChoice;

/** Applies a person's choices to an item. */
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

import type { BundleChoice, BundleStanding, ParsedInputOf } from '@twicewise/contract';
import { type EntityRecord, type ReadableDb, readRecord } from '@twicewise/store';
import { type Carried, differences, hasExtra, stateOf, toCarried } from './record-lines.ts';

/** What an item of a bundle is to the memory, and what it would be compared with. */
export interface Comparison {
  standing: BundleStanding;
  /** The record here, or null. */
  here: { id: string; stored: EntityRecord; carried: Carried } | null;
  /** Fields that differ. */
  fields: string[];
}

/** Fields of a record that belong to this machine, say where it came from, or follow from the others: they make no difference. */
const NOT_COMPARED = new Set(['id', 'updatedAt', 'root', 'gitCommonDir', 'sourceId']);

/** Fields of an incoming record that a record here may take over. */
export function comparedFields(fields: readonly string[]): string[] {
  return fields.filter((field) => !NOT_COMPARED.has(field));
}

/** Compares a localised record with the one here. Which of two versions is later is known from the states each had before. */
export function compare(db: ReadableDb, incoming: Carried, counterpart: string | null): Comparison {
  const stored = counterpart === null ? null : readRecord(db, incoming.kind, counterpart);
  if (!stored || counterpart === null) return { standing: 'new', here: null, fields: [] };
  const carried = toCarried(db, incoming.kind, stored);
  const here = { id: counterpart, stored, carried };
  const fields = comparedFields(differences(incoming.kind, carried.record, incoming.record));
  if (fields.length === 0) return { standing: 'identical', here, fields };
  if (!hasExtra(incoming.kind)) return { standing: 'conflicting', here, fields };
  const wasThere = incoming.ancestors.includes(stateOf(incoming.kind, carried.record));
  const wasHere = carried.ancestors.includes(stateOf(incoming.kind, incoming.record));
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
  if (standing === 'new' || here === null) return 'make';
  if (standing === 'identical') return 'leave';
  const own = Object.hasOwn(choices.items, id) ? choices.items[id] : undefined;
  if (standing === 'changedHere') return own === undefined || own === 'mine' ? 'leave' : own;
  if (standing === 'changedThere') return own ?? choices.changedThere;
  return own ?? choices.conflicting ?? 'undecided';
}

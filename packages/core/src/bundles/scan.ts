import { createHash } from 'node:crypto';
import type { OutputOf } from '@twicewise/contract';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import type { EntityRecord } from '@twicewise/store';
import { type Carried, ofEachKind } from './record-lines.ts';

type Findings = OutputOf<'bundle.previewExport'>['findings'];

/** Fields that are no prose: ids, times, words of a closed list. A secret has no place there, and a hash looks like one. */
const NO_TEXT = /(^id|^key|Id|Ids|At|Hash|^sha256|^kind|^state|^outcome|^trust|^timeQuality|^verdict|^authorKind)$/;
const MAX_PLACES = 5;
const MAX_KINDS = 100;

/** Fields in which a secret can be. */
const TEXTS = ofEachKind((fields) => fields.filter((field) => !NO_TEXT.test(field) || field === 'relatedEntityIds'));

/** Takes what a redactor finds out of a record. Answers the very record when there is nothing. */
export function redactCarried(
  redactor: Redactor,
  carried: Carried,
): { carried: Carried; found: { kind: string; path: string }[] } {
  const told: EntityRecord = {};
  for (const field of TEXTS[carried.kind]) told[field] = carried.record[field];
  told.unknown = Object.fromEntries(carried.unknown);
  const { value, found } = redactor.redact(told);
  if (found.length === 0) return { carried, found };
  const { unknown, ...fields } = value;
  const clean = { ...carried.record, ...fields };
  return { carried: { ...carried, record: clean, unknown: Object.entries(unknown as object) }, found };
}

/** Looks for secrets, home folders and mail addresses in what is carried, and adds up what it finds. */
export class Scan {
  readonly #redactor = createRedactor({ homePaths: true, emails: true });
  readonly #found = new Map<string, Findings[number]>();
  readonly #hash = createHash('sha256');
  count = 0;

  /** The record without what was found. */
  look(carried: Carried): Carried {
    const redacted = redactCarried(this.#redactor, carried);
    for (const { kind, path } of redacted.found) this.#note(kind, `${carried.kind} ${carried.id} ${path}`);
    return redacted.carried;
  }

  #note(what: string, place: string): void {
    this.count++;
    this.#hash.update(`${what} ${place}\n`);
    const name = this.#found.has(what) || this.#found.size < MAX_KINDS ? what : 'others';
    const finding = this.#found.get(name) ?? { what: name, count: 0, places: [] };
    finding.count++;
    if (finding.places.length < MAX_PLACES) finding.places.push(place);
    this.#found.set(name, finding);
  }

  /** What was found, and what stands for exactly that. */
  result(): { findings: Findings; digest: string } {
    return { findings: [...this.#found.values()], digest: this.#hash.copy().digest('base64url') };
  }
}

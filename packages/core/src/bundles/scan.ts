import { createHash } from 'node:crypto';
import type { OutputOf } from '@twicewise/contract';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import type { EntityRecord } from '@twicewise/store';
import { type Carried, ofEachKind } from './record-lines.ts';

type Findings = OutputOf<'bundle.previewExport'>['findings'];

/** Fields without free text: ids, times, closed word lists. They cannot hold a secret, and hashes look like one. */
const NO_TEXT = new Set([
  'id',
  'key',
  'sha256',
  'taskIdentity',
  'kind',
  'state',
  'outcome',
  'trust',
  'timeQuality',
  'verdict',
  'authorKind',
]);
const NO_TEXT_END = /(?:Ids?|At|Hash)$/;
/** Agents write these themselves: names of files, as a rule. */
const WRITTEN_IDS = 'relatedEntityIds';
const MAX_PLACES = 5;
const MAX_KINDS = 100;

/** Fields that can contain a secret. */
const TEXTS = ofEachKind((fields) =>
  fields.filter((field) => field === WRITTEN_IDS || !(NO_TEXT.has(field) || NO_TEXT_END.test(field))),
);

/** Removes what a redactor finds in a record. Returns the same object when it finds nothing. */
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

/** Scans exported records for secrets, home folders and mail addresses, and counts the findings. */
export class Scan {
  readonly #redactor = createRedactor({ homePaths: true, emails: true });
  readonly #found = new Map<string, Findings[number]>();
  readonly #hash = createHash('sha256');
  count = 0;

  /** Scans a record and returns it redacted. */
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

  /** The findings, with a digest that identifies them. */
  result(): { findings: Findings; digest: string } {
    return { findings: [...this.#found.values()], digest: this.#hash.copy().digest('base64url') };
  }
}

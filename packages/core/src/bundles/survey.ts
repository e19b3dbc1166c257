import { createHash } from 'node:crypto';
import {
  BUNDLE_KINDS,
  type BundleKind,
  type BundleStanding,
  type OutputOf,
  type ParsedInputOf,
  shorten,
} from '@twicewise/contract';
import { createRedactor } from '@twicewise/redaction';
import type { ReadableDb } from '@twicewise/store';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { compareRecord } from './compare.ts';
import { type Bundle, badBundle } from './open-bundle.ts';
import { parseLine, type RawLine } from './parse-line.ts';
import { NAMED, Places } from './places.ts';
import type { Carried } from './record-lines.ts';
import { redactCarried } from './scan.ts';

type Preview = OutputOf<'bundle.preview'>;

const MAX_ITEMS = 50;
const MAX_PROJECTS = 200;
const MAX_UNKNOWN = 50;

/** Lines of one kind; yields to other work in between. */
export async function* linesOf(
  bundle: Bundle,
  kind: BundleKind,
  pause: () => Promise<unknown>,
): AsyncGenerator<RawLine> {
  const file = bundle.fileOf(kind);
  if (!file) return;
  let line = 0;
  let since = performance.now();
  for await (const text of bundle.lines(file)) {
    line++;
    yield { kind, text, where: `Line ${line} of ${file.name}` };
    if (performance.now() - since < STEP_MS) continue;
    await pause();
    since = performance.now();
  }
}

/** Records of one kind, each validated. */
async function* recordsOf(bundle: Bundle, kind: BundleKind, pause: () => Promise<unknown>): AsyncGenerator<Carried> {
  let last = '';
  for await (const line of linesOf(bundle, kind, pause)) {
    const carried = parseLine(line);
    if (carried.id <= last) throw badBundle(`${line.where} is not in the order of ids, or the id is there twice`);
    last = carried.id;
    yield carried;
  }
}

/** Checks that no reference leads out of the bundle. */
class References {
  readonly #known = { project: new Set<string>(), source: new Set<string>(), session: new Set<string>() };
  readonly #parents = new Set<string>();

  note({ kind, id, record }: Carried): void {
    if (kind === 'project' || kind === 'source' || kind === 'session') this.#known[kind].add(id);
    if (kind === 'project' || kind === 'source' || kind === 'feedback' || kind === 'setting') return;
    if (kind !== 'episode') this.#mustKnow('project', record.projectId, id);
    this.#mustKnow('source', record.sourceId, id);
    if (kind !== 'session') this.#mustKnow('session', record.sessionId, id);
    else if (typeof record.parentId === 'string') this.#parents.add(record.parentId);
  }

  #mustKnow(kind: 'project' | 'source' | 'session', to: unknown, from: string): void {
    if (to !== null && !this.#known[kind].has(String(to)))
      throw badBundle(`${from} refers to a ${kind} that is not in the bundle`);
  }

  end(): void {
    for (const parent of this.#parents) this.#mustKnow('session', parent, 'A session');
  }
}

/** The result of reading a whole bundle. */
export interface Survey {
  preview: Preview;
  places: Places;
  total: number;
  /** By position of the record: 1 if it is identical here and needs no work. */
  same: Uint8Array;
}

class Tally {
  readonly #kinds = new Map<BundleKind, Preview['kinds'][number]>();
  readonly #items: Preview['items'] = [];
  readonly #unknown = new Map<string, number>();
  readonly #hash = createHash('sha256');

  constructor(sha256: string) {
    this.#hash.update(sha256);
  }

  note(carried: Carried, standing: BundleStanding, fields: string[], revision: unknown): void {
    const { kind, id, record } = carried;
    const none = { kind, total: 0, new: 0, identical: 0, changedHere: 0, changedThere: 0, conflicting: 0 };
    const counts = this.#kinds.get(kind) ?? none;
    counts.total++;
    counts[standing]++;
    this.#kinds.set(kind, counts);
    this.#hash.update(`${id} ${standing} ${revision};`);
    for (const [name] of carried.unknown) this.unknown(`field ${shorten(name, 80)}`, 1);
    const differs = standing === 'changedThere' || standing === 'conflicting';
    if (!differs || this.#items.length >= MAX_ITEMS) return;
    const { taskDescription, task, name, goal, note } = record;
    const title = shorten(String(taskDescription ?? task ?? name ?? goal ?? note ?? id), 300);
    this.#items.push({ kind, id, title, standing, fields });
  }

  unknown(name: string, count: number): void {
    if (this.#unknown.has(name) || this.#unknown.size < MAX_UNKNOWN)
      this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + count);
  }

  preview({ bytes, sha256, manifest }: Bundle, places: Places): Preview {
    const projects = places.list();
    this.#hash.update(JSON.stringify(projects));
    return {
      bytes,
      sha256,
      product: manifest.product,
      kinds: [...this.#kinds.values()],
      projects: projects.slice(0, MAX_PROJECTS),
      items: this.#items,
      unknown: Object.fromEntries(this.#unknown),
      digest: this.#hash.digest('base64url'),
    };
  }
}

/** Returns a function that redacts records: a bundle made by hand or by an older version may contain secrets. */
export function cleaner(): (raw: Carried) => { carried: Carried; redacted: number } {
  const redactor = createRedactor();
  return (raw) => {
    const { carried, found } = redactCarried(redactor, raw);
    return { carried, redacted: found.length };
  };
}

/**
 * Reads a whole bundle and compares it with the memory. If the import has begun, part of the bundle is in the memory already.
 * Throws the first problem found.
 */
export async function survey(
  bundle: Bundle,
  mapping: ParsedInputOf<'bundle.preview'>['mapping'],
  db: () => ReadableDb,
  pause: () => Promise<unknown>,
  isBegun = false,
): Promise<Survey> {
  const places = new Places(db, mapping, isBegun);
  const references = new References();
  const tally = new Tally(bundle.sha256);
  for await (const project of recordsOf(bundle, 'project', pause)) places.note(project);
  places.place();
  const clean = cleaner();
  if (places.isCrowded)
    for (const kind of NAMED) for await (const raw of recordsOf(bundle, kind, pause)) places.claim(raw);
  // A parent may come after its session: which sessions are known here is settled before any is compared.
  for await (const raw of recordsOf(bundle, 'session', pause)) places.counterpart(places.localised(clean(raw).carried));
  const same = new Uint8Array(bundle.records);
  let total = 0;
  const look = (raw: Carried) => {
    references.note(raw);
    const at = total++;
    const { carried: cleaned, redacted } = clean(raw);
    const carried = places.localised(cleaned);
    if (places.isElsewhere(carried.id)) return tally.note(carried, 'identical', [], 0);
    const stored = places.counterpart(carried);
    const { standing, fields } = compareRecord(db(), carried, stored);
    if (standing === 'identical' && redacted === 0) same[at] = 1;
    return tally.note(carried, standing, fields, stored?.revision ?? 0);
  };
  for (const kind of BUNDLE_KINDS) for await (const raw of recordsOf(bundle, kind, pause)) look(raw);
  references.end();
  for (const file of bundle.manifest.files) {
    if ((BUNDLE_KINDS as readonly string[]).includes(file.kind)) continue;
    for await (const _ of bundle.lines(file)) await pause();
    tally.unknown(`file ${file.name}`, file.records);
  }
  return { preview: tally.preview(bundle, places), places, total, same };
}

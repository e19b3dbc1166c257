import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type CausalRelation,
  type EvidenceBasis,
  evidenceBasis,
  MAX_CLAIM_TEXT,
  shorten,
  utf8Bytes,
} from '@twicewise/contract';
import type { Fields } from '@twicewise/ingest';
import type { Redactor } from '@twicewise/redaction';
import { claimsFromFiles, type FiledClaim } from '@twicewise/store';
import { errorSignature } from '../../patterns/signature.ts';
import { GRAPH_EXTRA } from '../../runtime/agent-statements.ts';
import type { WriteContext } from '../../runtime/context.ts';
import { sameValue } from '../../runtime/operation-recorder.ts';
import { type Fault, sift } from './fields.ts';
import { type FiledFields, type WrittenClaim, writtenClaim } from './filed-fields.ts';
import { ownEdges, ownPatterns, type Sources } from './own-parts.ts';
import { type FoundEdge, type FoundNode, type FoundPattern, GRAPH_SYSTEM, type GraphFile } from './parse.ts';

/** Fields of a claim from a file. */
interface ClaimFields {
  relation: CausalRelation | 'calls_for';
  fromKind: string;
  fromText: string;
  toKind: string;
  toText: string;
  basis: EvidenceBasis;
  note: string;
  extra: Record<string, unknown>;
}

/** A part of a file to import, redacted. */
export interface GraphPart extends WrittenClaim {
  pointer: string;
  fields: ClaimFields;
  redacted: number;
}

/** The result of importing a part. */
export type PartRecorded = 'made' | 'changed' | 'unchanged' | 'own';

const wordsOf = ({ kind, text, fields, pointer }: FoundNode, faults: Fault[]) => {
  // A node may belong to many edges; its faults are reported once.
  const { label: _label, ...rest } = sift(fields, pointer, faults);
  return { kind, text, rest };
};

/**
 * How the file knows an edge. Writers of ADR-038 leave this out, because they derive edges from the order of events (X12). A file
 * cannot say that a person stated it, because that would decide disputes here.
 */
function basisOf({ basis }: Fields): EvidenceBasis {
  const named = evidenceBasis.safeParse(Array.isArray(basis) ? basis[0] : basis);
  if (!named.success) return 'temporal';
  return named.data === 'asserted_by_human' ? 'asserted_by_agent' : named.data;
}

function withKey(pointer: string, fields: ClaimFields, redacted: number): GraphPart {
  const written = writtenClaim(fields as unknown as FiledClaim);
  if (written === null) throw new Error('a part of a file was made without what the file says');
  return { ...written, pointer, fields, redacted };
}

function edgePart(edge: FoundEdge, redactor: Redactor, faults: Fault[]): GraphPart {
  const given = { said: edge.said, from: wordsOf(edge.from, faults), to: wordsOf(edge.to, faults) };
  const { value, found } = redactor.redact(given);
  const basis = basisOf(value.said);
  const told: FiledFields = { said: value.said, from: value.from.rest, to: value.to.rest };
  const how = basis === 'temporal' ? ', which has it from the order of events' : '';
  const fields: ClaimFields = {
    relation: edge.relation,
    fromKind: value.from.kind,
    fromText: value.from.text,
    toKind: value.to.kind,
    toText: value.to.text,
    basis,
    note: `Said by a causal graph file${how}.`,
    extra: { [GRAPH_EXTRA]: told },
  };
  return withKey(edge.pointer, fields, found.length);
}

/** Maximum length of a description in the note of a claim, in UTF-16 units. */
const MAX_DESCRIBED = 500;

function patternPart({ pointer, ...pattern }: FoundPattern, redactor: Redactor): GraphPart {
  const { value, found } = redactor.redact(pattern);
  const { trigger, action, said } = value;
  const signature = said.kind === 'task' ? null : errorSignature(trigger);
  const isError = said.kind === 'error' || signature !== null;
  const described = typeof said.description === 'string' ? said.description.trim() : '';
  const fields: ClaimFields = {
    relation: 'calls_for',
    fromKind: isError ? 'error' : 'task',
    fromText: signature ?? trigger,
    toKind: 'action',
    toText: action,
    basis: 'textual',
    note: `Said by a causal graph file${described === '' ? '.' : `: ${shorten(described, MAX_DESCRIBED)}`}`,
    extra: { [GRAPH_EXTRA]: { said, from: {}, to: {} } satisfies FiledFields },
  };
  return withKey(pointer, fields, found.length);
}

/**
 * The parts of a file that may become claims, redacted. Fields of their ends that could not be stored are added to the faults.
 */
export function partsOf({ edges, patterns, faults }: GraphFile, redactor: Redactor): GraphPart[] {
  const named = new Set<string>();
  const add = (edge: FoundEdge) => {
    const more: Fault[] = [];
    const part = edgePart(edge, redactor, more);
    for (const fault of more) if (!named.has(fault.pointer)) faults.push(fault);
    for (const { pointer } of more) named.add(pointer);
    return part;
  };
  const parts = [...edges.map(add), ...patterns.map((pattern) => patternPart(pattern, redactor))];
  return parts.filter(({ pointer, fields: { fromText, toText } }) => {
    // A redaction mark may be longer than the secret.
    const fits = Math.max(utf8Bytes(fromText), utf8Bytes(toText)) <= MAX_CLAIM_TEXT;
    if (!fits) faults.push({ pointer, reason: 'has a text that is too long without its secrets' });
    return fits;
  });
}

/** What the memory already has of the contents of files. */
export interface GraphKnown {
  /** Keys of what its own records say. */
  own: ReadonlySet<string>;
  /** Claims from files by key, retracted ones included. */
  filed: ReadonlyMap<string, readonly (WrittenClaim & { claim: FiledClaim })[]>;
}

/** Looks up what the project has already. `sources` are those of an export, so that its own exported parts are recognised. */
export function knownOf(sources: Sources): GraphKnown {
  const own = [...ownEdges(sources).edges, ...ownPatterns(sources).patterns].map(({ key }) => key);
  const filed = new Map<string, (WrittenClaim & { claim: FiledClaim })[]>();
  for (const claim of claimsFromFiles(sources.db, sources.projectId, GRAPH_SYSTEM)) {
    const written = writtenClaim(claim);
    if (written) filed.set(written.key, [...(filed.get(written.key) ?? []), { ...written, claim }]);
  }
  return { own: new Set(own), filed };
}

/** Whether a claim came from this file, which may have been moved since. */
function isFrom({ path }: FiledClaim, file: string): boolean {
  return path !== null && (path === file || (basename(path) === basename(file) && !existsSync(path)));
}

/** The project and origin of a part. */
export interface PartPlace {
  projectId: string;
  path: string;
  /**
   * Creates the source record. Called only when something is written, so that importing the same file again leaves no trace
   * (R15).
   */
  sourceId: () => string;
}

/**
 * Imports a part as a new claim, or replaces what its file said before. Leaves unchanged what the memory knows itself, what a
 * file said in the same words, and what somebody retracted.
 */
export function recordPart(context: WriteContext, part: GraphPart, known: GraphKnown, place: PartPlace): PartRecorded {
  if (known.own.has(part.key)) return 'own';
  const claims = known.filed.get(part.key) ?? [];
  if (claims.some(({ value }) => sameValue(value, part.value))) return 'unchanged';
  const before = claims.find(({ claim }) => isFrom(claim, place.path))?.claim;
  if (before && before.deletedAt !== null) return 'unchanged';
  const origin = () => ({ sourceId: place.sourceId(), sourcePointer: part.pointer });
  if (before) {
    context.record.update('claim', before.id, { ...part.fields, ...origin() });
    return 'changed';
  }
  const id = context.newId('claim');
  context.record.create('claim', id, {
    id,
    projectId: place.projectId,
    sessionId: null,
    stance: 'supports',
    ...part.fields,
    ...origin(),
    authorKind: 'importer',
    authorName: GRAPH_SYSTEM,
    createdAt: context.at,
    updatedAt: context.at,
    deletedAt: null,
  });
  return 'made';
}

import { hash } from 'node:crypto';
import type { CausalClaim, CausalRelation } from '@twicewise/contract';
import { type Fields, isFields } from '@twicewise/ingest';
import type { FiledClaim } from '@twicewise/store';
import { GRAPH_EXTRA } from '../../runtime/agent-statements.ts';
import { edgeIdOf, nodeIdOf, normaliseText } from '../identity.ts';
import { writtenKeys } from './fields.ts';

/** What a file said of an edge and its ends, or of a pattern. */
export interface FiledFields {
  said: Fields;
  from: Fields;
  to: Fields;
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** What the file said; null for a claim from elsewhere. */
export function readFiledFields({ extra }: Pick<FiledClaim, 'extra'>): FiledFields | null {
  const told = extra[GRAPH_EXTRA];
  if (!isFields(told) || !isFields(told.said)) return null;
  return { said: told.said, from: fieldsOf(told.from), to: fieldsOf(told.to) };
}

/** Node id of the format: the first twelve hex digits of the sha256 of `type:label`. */
export const nodeHex = (kind: string, text: string) => nodeIdOf(kind, text).slice('node_'.length);
/** Pattern id of the format: the first twelve hex digits of the sha256 of `pattern:name`. */
export const patternHex = (name: string) => hash('sha256', `pattern:${name}`, 'hex').slice(0, 12);

/** Edges with the same key are the same, whatever their ends are called. */
export const edgeKey = (from: string, to: string, relation: string) =>
  edgeIdOf(`node_${from}`, `node_${to}`, relation as CausalRelation);
/** Patterns with the same key have the same wording. */
export const patternKey = (trigger: string, action: string) =>
  JSON.stringify([normaliseText(trigger), normaliseText(action)]);

const EDGE_ORDER = [
  'source',
  'target',
  'type',
  'weight',
  'evidence_count',
  'episodes',
  'contributions',
  'created',
  'basis',
];
const NODE_ORDER = ['id', 'type', 'label', 'episodes', 'frequency', 'success_rate', 'created'];
const PATTERN_ORDER = [
  'id',
  'name',
  'description',
  'trigger',
  'action',
  'kind',
  'success_rate',
  'occurrences',
  'episodes',
];

/** Puts fields in a fixed order, so that equal values are equal bytes. */
function ordered(fields: Fields, order: readonly string[]): Fields {
  const rest = Object.keys(fields).filter((name) => !order.includes(name));
  const names = [...order.filter((name) => fields[name] !== undefined), ...rest.sort()];
  const written = isFields(fields.contributions)
    ? { contributions: sortedKeys(writtenKeys(fields.contributions)) }
    : {};
  return Object.fromEntries(names.map((name) => [name, name in written ? written.contributions : fields[name]]));
}

function sortedKeys(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An edge in the newest generation of the format. */
export const edgeValue = (said: Fields, source: string, target: string) =>
  ordered({ ...said, source, target }, EDGE_ORDER);
/** A node in the newest generation of the format. */
export const nodeValue = (said: Fields, type: string, label: string) =>
  ordered({ ...said, id: nodeHex(type, label), type, label }, NODE_ORDER);
/** A pattern in the newest generation of the format. */
export const patternValue = (said: Fields) => ordered({ ...said, id: patternHex(String(said.name)) }, PATTERN_ORDER);

/** A claim from a file in its exported form, with its key. */
export interface WrittenClaim {
  key: string;
  value: Fields;
}

/** The exported form of a claim from a file; null for other claims. */
export function writtenClaim(claim: FiledClaim): WrittenClaim | null {
  const told = readFiledFields(claim);
  if (told === null) return null;
  if (claim.relation !== 'calls_for') return writtenEdge(told, claim);
  const value = patternValue(told.said);
  return { key: patternKey(String(value.trigger), String(value.action)), value };
}

function writtenEdge(
  { said }: FiledFields,
  claim: Pick<CausalClaim, 'fromKind' | 'fromText' | 'toKind' | 'toText' | 'relation'>,
): WrittenClaim {
  const ends = [nodeHex(claim.fromKind, claim.fromText), nodeHex(claim.toKind, claim.toText)] as const;
  return { key: edgeKey(...ends, claim.relation), value: edgeValue(said, ...ends) };
}

import {
  type CausalRelation,
  claimContent,
  MAX_CLAIM_TEXT,
  parseJson,
  shorten,
  textProblem,
  utf8Bytes,
} from '@twicewise/contract';
import { type Fields, isFields } from '@twicewise/ingest';
import { edgeIdOf, nodeIdOf, normaliseText } from '../identity.ts';
import { type Fault, sift } from './fields.ts';
import { isTestPart, whyNoPattern } from './why-not.ts';

/** Version of these rules; increases when their result changes. */
export const GRAPH_RULES = 1;
/** Name of the source system, and of the author of what these files say. */
export const GRAPH_SYSTEM = 'causal-graph';

/** Relations of the format. A file may also say `precedes` for order in time. */
const RELATIONS: ReadonlySet<string> = new Set(['causes', 'enables', 'prevents', 'correlates', 'precedes']);

/** A node at the end of an edge. */
export interface FoundNode {
  pointer: string;
  kind: string;
  text: string;
  episodes: readonly string[];
  /** All fields as in the file. */
  fields: Fields;
}

export interface FoundEdge {
  pointer: string;
  from: FoundNode;
  to: FoundNode;
  relation: CausalRelation;
  /** What the file says of the edge, with its ends by name. */
  said: Fields;
}

/** A usable pattern of the file. */
export interface FoundPattern {
  pointer: string;
  trigger: string;
  action: string;
  said: Fields;
}

/** The contents of a file. */
export interface GraphFile {
  nodes: FoundNode[];
  edges: FoundEdge[];
  patterns: FoundPattern[];
  /** Nodes without edges. */
  alone: FoundNode[];
  faults: Fault[];
}

/** The parsed file if it is a causal graph; null for any other file, which another reader handles. Throws for invalid JSON. */
export function graphIn(text: string): Fields | null {
  // Most files are not graphs; this saves parsing them twice.
  if (!text.includes('"nodes"') || !/"(?:edges|patterns)"/.test(text)) return null;
  const value = parseJson(text);
  const isGraph = isFields(value) && Array.isArray(value.nodes) && ('edges' in value || 'patterns' in value);
  return isGraph ? value : null;
}

const quoted = (text: string) => JSON.stringify(shorten(text, 64));
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const namesOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

class Reading {
  readonly faults: Fault[] = [];
  /** Nodes by id; null for an unusable one, whose reason is in `faults`. */
  readonly nodes = new Map<string, FoundNode | null>();

  refuse(pointer: string, reason: string): null {
    this.faults.push({ pointer, reason });
    return null;
  }

  /** The objects in a list of the file. */
  list(file: Fields, name: string): [pointer: string, item: Fields][] {
    const given = file[name];
    if (given === undefined || given === null) return [];
    if (!Array.isArray(given)) {
      this.refuse(`/${name}`, 'is no list');
      return [];
    }
    return given.flatMap((item, place): [string, Fields][] => {
      if (isFields(item)) return [[`/${name}/${place}`, item]];
      this.refuse(`/${name}/${place}`, 'is no object');
      return [];
    });
  }

  /** Why a node is unusable. */
  #unfit(fields: Fields): string | null {
    const { type, label } = fields;
    if (!claimContent.fromKind.safeParse(type).success) return 'has no type of 1 to 64 characters';
    if (typeof label !== 'string' || normaliseText(label) === '') return 'has no label';
    const bytes = utf8Bytes(normaliseText(label));
    if (bytes > MAX_CLAIM_TEXT) return `has a label of ${bytes} bytes; the limit is ${MAX_CLAIM_TEXT}`;
    const problem = textProblem(label);
    return problem === null ? null : `has a label that ${problem}`;
  }

  readNode(pointer: string, fields: Fields): void {
    const id = textOf(fields.id);
    if (id === '') {
      this.refuse(pointer, 'has no id');
      return;
    }
    const problem = this.#unfit(fields);
    if (problem !== null) this.refuse(pointer, problem);
    const text = normaliseText(textOf(fields.label));
    const node = { pointer, kind: textOf(fields.type).trim(), text, episodes: namesOf(fields.episodes), fields };
    const found = problem === null ? node : null;
    if (!this.nodes.has(id)) {
      this.nodes.set(id, found);
      return;
    }
    const known = this.nodes.get(id);
    const isSame = known && found && known.kind === found.kind && known.text === found.text;
    this.refuse(pointer, isSame ? `is there twice, as ${known.pointer}` : `has the id ${quoted(id)} of another node`);
    // It is unknown which of the two an edge refers to.
    if (!isSame) this.nodes.set(id, null);
  }

  #end(pointer: string, name: string, id: unknown): FoundNode | null {
    if (typeof id !== 'string') return this.refuse(pointer, `has no ${name}`);
    if (!this.nodes.has(id)) return this.refuse(pointer, `names the ${name} ${quoted(id)}, which is not there`);
    return this.nodes.get(id) ?? this.refuse(pointer, `names the ${name} ${quoted(id)}, which could not be read`);
  }

  readEdge(pointer: string, fields: Fields, known: Map<string, string>): FoundEdge | null {
    const from = this.#end(pointer, 'source', fields.source);
    const to = from && this.#end(pointer, 'target', fields.target);
    if (!from || !to) return null;
    const relation = textOf(fields.type);
    if (!RELATIONS.has(relation))
      return this.refuse(pointer, `has the type ${quoted(relation)}, which means nothing here`);
    const ends = [nodeIdOf(from.kind, from.text), nodeIdOf(to.kind, to.text)] as const;
    if (ends[0] === ends[1]) return this.refuse(pointer, 'leads from a thing to itself');
    if ([from, to].some((end) => isTestPart(end.text, end.episodes)))
      return this.refuse(pointer, 'is a fixture of tests');
    const id = edgeIdOf(...ends, relation as CausalRelation);
    const twin = known.get(id);
    if (twin !== undefined) return this.refuse(pointer, `says what ${twin} says already`);
    known.set(id, pointer);
    return { pointer, from, to, relation: relation as CausalRelation, said: sift(fields, pointer, this.faults) };
  }

  readPattern(pointer: string, fields: Fields, known: Map<string, string>): FoundPattern | null {
    const { name, trigger, action } = fields;
    if (typeof name !== 'string' || typeof trigger !== 'string' || typeof action !== 'string')
      return this.refuse(pointer, 'lacks a name, a trigger or an action');
    const problem = [name, trigger, action].map(textProblem).find((found) => found !== null);
    if (problem) return this.refuse(pointer, `has a text that ${problem}`);
    const longest = Math.max(utf8Bytes(trigger), utf8Bytes(action));
    if (longest > MAX_CLAIM_TEXT)
      return this.refuse(pointer, `has a text of ${longest} bytes; the limit is ${MAX_CLAIM_TEXT}`);
    const words = { name, trigger, action, description: textOf(fields.description) };
    const why = whyNoPattern({ ...words, episodes: namesOf(fields.episodes) });
    if (why !== null) return this.refuse(pointer, why);
    // The writers of these files identify a pattern by its name.
    const twin = known.get(name);
    if (twin !== undefined) return this.refuse(pointer, `has the name of ${twin}`);
    known.set(name, pointer);
    return { pointer, trigger, action, said: sift(fields, pointer, this.faults) };
  }
}

/** Reads a parsed file into usable parts and faults with pointer and reason. Never throws. */
export function parseGraph(file: Fields): GraphFile {
  const reading = new Reading();
  for (const [pointer, fields] of reading.list(file, 'nodes')) reading.readNode(pointer, fields);
  const edges = new Map<string, string>();
  const found = reading.list(file, 'edges').map(([pointer, fields]) => reading.readEdge(pointer, fields, edges));
  const names = new Map<string, string>();
  const patterns = reading
    .list(file, 'patterns')
    .map(([pointer, fields]) => reading.readPattern(pointer, fields, names));
  const kept = found.filter((edge) => edge !== null);
  const tied = new Set(kept.flatMap(({ from, to }) => [from, to]));
  const nodes = [...reading.nodes.values()].filter((node) => node !== null);
  return {
    nodes,
    edges: kept,
    patterns: patterns.filter((pattern) => pattern !== null),
    alone: nodes.filter((node) => !tied.has(node)),
    faults: reading.faults,
  };
}

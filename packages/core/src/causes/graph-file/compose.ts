import { setImmediate as nextTurn } from 'node:timers/promises';
import { counted, type OutputOf } from '@twicewise/contract';
import type { Fields } from '@twicewise/ingest';
import type { Redactor } from '@twicewise/redaction';
import { claimsFromFiles, type FiledClaim } from '@twicewise/store';
import { countPattern } from '../../patterns/view.ts';
import { STEP_MS } from '../../runtime/jobs/step-time.ts';
import type { Mention } from '../contribution.ts';
import type { NodeEntry } from '../graph.ts';
import { edgeIdOf, nodeIdOf } from '../identity.ts';
import { countOutcomes, mentionsSeen, successOf } from '../view.ts';
import { balance } from '../weight.ts';
import {
  type FiledFields,
  nodeHex,
  nodeValue,
  readFiledFields,
  type WrittenClaim,
  writtenClaim,
} from './filed-fields.ts';
import { evidenceIn, KINDS, outlookOn, ownEdges, ownPatterns, rounded, type Sources } from './own-parts.ts';
import { GRAPH_SYSTEM } from './parse.ts';

/** A claim from a file, with what the file said and how it is exported. */
interface Filed extends WrittenClaim {
  claim: FiledClaim;
  told: FiledFields;
}

/** Claims from files of the project that were not retracted. Files may differ; the latest claim for each key counts. */
function filedParts({ db, projectId }: Sources, redactor: Redactor): { filed: Map<string, Filed>; redacted: number } {
  const isBefore = (a: FiledClaim, b: FiledClaim) =>
    a.updatedAt === b.updatedAt ? a.id < b.id : a.updatedAt < b.updatedAt;
  const claims = claimsFromFiles(db, projectId, GRAPH_SYSTEM).filter(({ deletedAt }) => deletedAt === null);
  const filed = new Map<string, Filed>();
  let redacted = 0;
  for (const claim of claims.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))) {
    // An older import may contain what is recognised as a secret only now.
    const { fromText, toText, extra } = claim;
    const { value: clean, found } = redactor.redact({ fromText, toText, extra });
    const told = readFiledFields(clean);
    const written = writtenClaim({ ...claim, ...clean });
    if (told === null || written === null) continue;
    redacted += found.length;
    filed.set(written.key, { ...written, claim: { ...claim, ...clean }, told });
  }
  return { filed, redacted };
}

/** Whether somebody disputes it. */
function isDisputed({ claim }: Filed, { graph, patterns, projectId, limits }: Sources): boolean {
  if (claim.relation === 'calls_for')
    return patterns.ofSource(claim.id).some((entry) => countPattern(entry, limits).state === 'disputed');
  // A dispute refers to the relation as the file names it, even if it counts only as order in time.
  const ends = [nodeIdOf(claim.fromKind, claim.fromText), nodeIdOf(claim.toKind, claim.toText)] as const;
  const edge = graph.edges.get(edgeIdOf(...ends, claim.relation));
  const evidence = edge === undefined ? [] : evidenceIn(edge, projectId);
  return evidence.length > 0 && balance(evidence).isDisputed;
}

/** A node to export. Nodes that become equal after redaction are one. */
interface Thing {
  kind: string;
  text: string;
  cases: Map<string, Mention>;
  /** What a file said of a node that no episode has. */
  said: Fields;
}

class Things {
  readonly #known = new Map<string, Thing>();
  readonly #clean: Sources['clean'];

  constructor(clean: Sources['clean']) {
    this.#clean = clean;
  }

  put(kind: string, given: string, cases: readonly Mention[], said: Fields): void {
    const text = this.#clean(given);
    const id = nodeHex(kind, text);
    const thing = this.#known.get(id) ?? { kind, text, cases: new Map(), said: {} };
    for (const mention of cases) thing.cases.set(mention.episodeId, mention);
    this.#known.set(id, { ...thing, said: { ...thing.said, ...said } });
  }

  /** All nodes, sorted by id. */
  written(sources: Sources): Fields[] {
    return [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, thing]) => writtenThing(thing, sources));
  }
}

function writtenThing({ kind, text, cases, said }: Thing, { episodes, clean }: Sources): Fields {
  if (cases.size === 0) return nodeValue(said, kind, text);
  const mentions = [...cases.values()];
  const { value } = successOf(countOutcomes(mentions));
  const times = mentions.flatMap(({ at }) => (at === null ? [] : [at])).sort();
  const derived = {
    episodes: [...new Set([...cases.keys()].map((id) => clean(episodes.get(id) ?? id)))].sort(),
    frequency: cases.size,
    ...(value === null ? {} : { success_rate: rounded(value) }),
    ...(times[0] === undefined ? {} : { created: times[0] }),
  };
  return nodeValue(derived, kind, text);
}

/** The latest time in the file. No clock is used (R7). */
function newest(parts: readonly Fields[]): string {
  const times = parts
    .flatMap(({ created, last_used }) => [created, last_used])
    .map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
    .filter((time) => !Number.isNaN(time));
  return new Date(times.reduce((last, time) => Math.max(last, time), 0)).toISOString();
}

const byText =
  (...names: string[]) =>
  (a: Fields, b: Fields) => {
    for (const name of names) {
      const [one, other] = [String(a[name]), String(b[name])];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };

function unlessNone(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}

/** Makes the names of patterns unique, because the format identifies them by name. */
function named(patterns: readonly Fields[]): Fields[] {
  return [...new Map(patterns.map((pattern) => [pattern.id, pattern])).values()].sort(byText('id'));
}

/** The parts of the file before sorting. */
interface Draft {
  edges: Map<string, Fields>;
  patterns: Map<string, Fields>;
  things: Things;
  /** Keys of what somebody disputes; a file may say what the project says as well. */
  disputed: Set<string>;
  unknown: number;
}

function putFiled(draft: Draft, filed: ReadonlyMap<string, Filed>, sources: Sources): void {
  for (const part of filed.values()) {
    const { fromKind, fromText, toKind, toText, relation } = part.claim;
    const into = relation === 'calls_for' ? draft.patterns : draft.edges;
    if (into.has(part.key)) continue;
    if (isDisputed(part, sources)) draft.disputed.add(part.key);
    else if (relation === 'calls_for') into.set(part.key, part.value);
    else if (relation === 'precedes' || !KINDS.has(fromKind) || !KINDS.has(toKind)) draft.unknown++;
    else {
      into.set(part.key, part.value);
      draft.things.put(fromKind, fromText, [], part.told.from);
      draft.things.put(toKind, toText, [], part.told.to);
    }
  }
}

function putNodes(nodes: Iterable<NodeEntry>, things: Things, projectId: string): number {
  let left = 0;
  for (const node of nodes) {
    const cases = mentionsSeen(node, outlookOn(projectId));
    if (cases.length === 0) continue;
    if (KINDS.has(node.kind)) things.put(node.kind, node.text, cases, {});
    else left++;
  }
  return left;
}

/** Node texts after redaction. */
type Cleaned = ReadonlyMap<string, ReturnType<Redactor['redactText']>>;

/** Redacts the texts of a project before the export, and yields to other work in between: this is most of the work. */
export async function cleanTexts(
  { graph, projectId }: Pick<Sources, 'graph' | 'projectId'>,
  redactor: Redactor,
): Promise<Cleaned> {
  const cleaned = new Map<string, ReturnType<Redactor['redactText']>>();
  let started = performance.now();
  // The graph may change meanwhile; new texts are redacted when they are written.
  for (const node of [...graph.nodes.values()]) {
    if (mentionsSeen(node, outlookOn(projectId)).length > 0) cleaned.set(node.text, redactor.redactText(node.text));
    if (performance.now() - started < STEP_MS) continue;
    await nextTurn();
    started = performance.now();
  }
  return cleaned;
}

/** Creates a causal-graph.json of the newest generation for a project. */
export function composeGraph(
  given: Omit<Sources, 'clean'>,
  redactor: Redactor,
  cleaned: Cleaned,
): OutputOf<'causal.export'> {
  let redacted = 0;
  const known = new Map<string, string>();
  const clean = (text: string) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const { text: without, kinds } = cleaned.get(text) ?? redactor.redactText(text);
    redacted += kinds.length;
    known.set(text, without);
    return without;
  };
  const sources: Sources = { ...given, clean };
  const own = ownEdges(sources);
  const patterns = ownPatterns(sources);
  const draft: Draft = {
    edges: new Map(own.edges.map(({ key, value }) => [key, value])),
    patterns: new Map(patterns.patterns.map(({ key, value }) => [key, value])),
    things: new Things(clean),
    disputed: new Set([...own.disputed, ...patterns.disputed]),
    unknown: own.unknown,
  };
  const files = filedParts(sources, redactor);
  putFiled(draft, files.filed, sources);
  const left = putNodes(given.graph.nodes.values(), draft.things, given.projectId);
  for (const { from, to } of own.edges) for (const end of [from, to]) draft.things.put(end.kind, end.text, [], {});
  const nodes = draft.things.written(sources);
  const edges = [...draft.edges.values()].sort(byText('source', 'target', 'type'));
  const written = named([...draft.patterns.values()]);
  const file = { version: '1.0', updated: newest([...nodes, ...edges, ...written]), nodes, edges, patterns: written };
  return {
    name: 'causal-graph.json',
    file: file as OutputOf<'causal.export'>['file'],
    nodes: nodes.length,
    edges: edges.length,
    patterns: written.length,
    redacted: redacted + files.redacted,
    notCarried: [
      ...unlessNone(own.temporal, 'edge that is only order in time', 'edges that are only order in time'),
      ...unlessNone(draft.disputed.size, 'edge or pattern that is disputed', 'edges or patterns that are disputed'),
      ...unlessNone(draft.unknown, 'edge that the format has no word for', 'edges that the format has no word for'),
      ...unlessNone(
        left,
        'thing of a kind that the format does not know',
        'things of kinds that the format does not know',
      ),
      ...unlessNone(
        draft.patterns.size - written.length,
        'pattern whose name another has',
        'patterns whose name another has',
      ),
    ],
  };
}

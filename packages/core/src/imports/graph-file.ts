import { type GraphsResult, shorten } from '@twicewise/contract';
import type { Fields } from '@twicewise/ingest';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import { episodeByNativeId, type JobProgress } from '@twicewise/store';
import { CAUSES } from '../causes/causal-index.ts';
import type { CausalGraph } from '../causes/graph.ts';
import { graphSources } from '../causes/graph-file/own-parts.ts';
import { type FoundNode, GRAPH_RULES, GRAPH_SYSTEM, parseGraph } from '../causes/graph-file/parse.ts';
import { type GraphKnown, type GraphPart, knownOf, partsOf, recordPart } from '../causes/graph-file/record-graph.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import { PATTERNS, type PatternIndex } from '../patterns/pattern-index.ts';
import type { WriteContext } from '../runtime/context.ts';
import type { JobControl, JobOf } from '../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { resolvePlace } from '../runtime/references.ts';
import { MAX_REASON } from './file-notes.ts';

/** Maximum number of parts named in a result; the rest are counted. */
const MAX_NAMED = 50;
/** Maximum number of parts per step. */
const MAX_CHUNK = 200;
/** Number of nodes without edges that are named; the rest are counted. */
const NAMED_NODES = 3;

/** A causal graph file to import. */
export interface GraphInput {
  path: string;
  /** Its path relative to the requested one. */
  name: string;
  sha256: string;
  /** The requested project; if undefined, the caller's own. */
  projectId: string | undefined;
  value: Fields;
}

/** Progress within one file; stored with the job, so that a restart continues after the last part. */
export interface GraphProgress {
  /** Number of parts written of the current file, and the id of their source. */
  within: number;
  sourceId: string | null;
  redacted: number;
  graphs: GraphsResult;
}

/** The initial counts. */
export const NO_GRAPHS: GraphsResult = {
  files: 0,
  made: 0,
  changed: 0,
  unchanged: 0,
  nodes: 0,
  derived: 0,
  nodesLeft: 0,
  faults: 0,
  named: [],
};

/** The indexes at the time when the reading of a file begins. */
interface Indexes {
  graph: CausalGraph;
  patterns: PatternIndex;
}

/** Writes the parts of one file, some per step. */
class GraphWriter {
  readonly #file: GraphInput;
  readonly #indexes: Indexes;
  readonly #redactor: Redactor;
  /** Looked up once per file: what the file itself adds has other keys. */
  readonly #known = new Map<string, GraphKnown>();

  constructor(file: GraphInput, indexes: Indexes, redactor: Redactor) {
    this.#file = file;
    this.#indexes = indexes;
    this.#redactor = redactor;
  }

  #knownIn({ db }: WriteContext, projectId: string): GraphKnown {
    const before = this.#known.get(projectId);
    if (before) return before;
    const clean = (text: string) => this.#redactor.redactText(text).text;
    const known = knownOf({ ...graphSources({ db, ...this.#indexes, projectId }), clean });
    this.#known.set(projectId, known);
    return known;
  }

  /** The project of the file; created on first use. */
  projectOf(context: WriteContext): string {
    const fresh = { agent: null, startedAt: context.at };
    return resolvePlace(context, { projectId: this.#file.projectId, sessionId: undefined }, fresh).project.id;
  }

  /** Writes as many parts as fit into one step and returns the progress. A retried step starts from the same place. */
  write(context: WriteContext, parts: readonly GraphPart[], before: GraphProgress): GraphProgress {
    const started = performance.now();
    const next = { ...before, graphs: { ...before.graphs } };
    const projectId = this.projectOf(context);
    const known = this.#knownIn(context, projectId);
    const sourceId = () => {
      next.sourceId ??= createSource(context, {
        system: GRAPH_SYSTEM,
        path: this.#file.path,
        sha256: this.#file.sha256,
        importer: GRAPH_SYSTEM,
        ruleVersion: GRAPH_RULES,
      });
      return next.sourceId;
    };
    for (const part of parts.slice(before.within, before.within + MAX_CHUNK)) {
      if (next.within > before.within && performance.now() - started > STEP_MS) break;
      const recorded = recordPart(context, part, known, { projectId, path: this.#file.path, sourceId });
      next.graphs[recorded === 'own' ? 'unchanged' : recorded]++;
      if (recorded === 'made' || recorded === 'changed') next.redacted += part.redacted;
      next.within++;
    }
    return next;
  }

  /** Counts nodes without edges. Those of episodes here are derived anyway; others are not stored, which the result says. */
  countAlone(context: WriteContext, alone: readonly FoundNode[], graphs: GraphsResult, name: string): void {
    const projectId = alone.length === 0 ? '' : this.projectOf(context);
    const isHere = new Map<string, boolean>();
    const here = (episode: string) => {
      const known = isHere.get(episode) ?? episodeByNativeId(context.db, projectId, episode) !== null;
      isHere.set(episode, known);
      return known;
    };
    const left = alone.filter(({ episodes }) => !episodes.some(here));
    graphs.derived += alone.length - left.length;
    graphs.nodesLeft += left.length;
    const [first] = left;
    if (!first) return;
    const names = left.slice(0, NAMED_NODES).map(({ text }) => JSON.stringify(shorten(text, 50)));
    const rest = left.length > NAMED_NODES ? `, and ${left.length - NAMED_NODES} more` : '';
    const reason = `not kept, because no edge is tied to them and none of their episodes is in the memory yet (read it again once they are): ${names.join(', ')}${rest}`;
    this.name(graphs, [{ at: `${name}#${first.pointer}`, reason }]);
  }

  /** Adds parts to those named in the result, up to the maximum. */
  name(graphs: GraphsResult, faults: GraphsResult['named']): void {
    const room = Math.max(0, MAX_NAMED - graphs.named.length);
    const clean = faults.slice(0, room).map(({ at, reason }) => ({
      at,
      reason: shorten(this.#redactor.redactText(reason).text, MAX_REASON),
    }));
    graphs.named = [...graphs.named, ...clean];
  }
}

/**
 * Reads one causal graph file: its edges and patterns become claims (ADR 22), in steps that are one transaction each with the
 * job's progress. `save` combines it with the progress of the whole job. Returns the progress when the file is done.
 */
export async function readGraphFile(
  file: GraphInput,
  job: Pick<JobOf<object>, 'id' | 'title'>,
  before: GraphProgress,
  control: JobControl,
  save: (progress: GraphProgress, isWhole: boolean) => JobProgress,
): Promise<GraphProgress> {
  const { services } = control;
  const [causes, patterns] = await Promise.all([services.index(CAUSES), services.index(PATTERNS)]);
  const redactor = createRedactor({ homePaths: true, emails: true });
  const parsed = parseGraph(file.value);
  const parts = partsOf(parsed, redactor);
  const writer = new GraphWriter(file, { graph: causes.graph, patterns }, redactor);
  let progress = before;
  const step = async (run: (context: WriteContext) => GraphProgress, isWhole: boolean) => {
    let next = progress;
    await control.step((context) => {
      next = run(context);
      // The summary is of one step; the totals are in the job's result.
      context.record.finish({ name: 'job.episodes', summary: job.title, jobId: job.id });
      return save(next, isWhole);
    });
    progress = next;
  };
  while (progress.within < parts.length) {
    await step((context) => writer.write(context, parts, progress), false);
    await control.pause();
  }
  await step((context) => {
    const graphs = { ...progress.graphs, files: progress.graphs.files + 1 };
    graphs.nodes += parsed.nodes.length;
    graphs.faults += parsed.faults.length;
    writer.name(
      graphs,
      parsed.faults.map(({ pointer, reason }) => ({ at: `${file.name}#${pointer}`, reason })),
    );
    writer.countAlone(context, parsed.alone, graphs, file.name);
    return { ...progress, graphs, within: 0, sourceId: null };
  }, true);
  return progress;
}

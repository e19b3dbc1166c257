import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOf, resultOf } from '@twicewise/contract';
import { expect } from 'vitest';
import type { TestCore } from '../harness.ts';

const hex = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The id of a node, and of a pattern, in the newest generation of files. */
export const ids = {
  node: (type: string, label: string) => hex(`${type}:${label}`),
  pattern: (name: string) => hex(`pattern:${name}`),
};

const E1 = 'episode-2026-01-05-session-318';
export const CACHE = 'Cache the answers in memory';
export const STALE = 'Stale prices on the product page';
export const TESTED = 'Checked the prices again';
const [cache, stale, tested] = [
  ids.node('decision', CACHE),
  ids.node('error', STALE),
  ids.node('test', TESTED),
] as const;

const BYPASS = {
  name: 'Pre-commit bypass pattern',
  description: 'When lint errors are in unrelated files, say so in the commit',
  trigger: 'The lint of the commit hook fails on unstaged files',
  action: 'Document a justification and commit without verification',
};
const TEST_PATTERN = { id: 'p001', name: 'Good pattern', description: '', trigger: 'T1', action: 'A1' };

/** A file of each generation, as its program wrote it. */
export const GENERATIONS = {
  'january.json': {
    patterns: [
      { ...TEST_PATTERN, success_rate: 0.9, occurrences: 1, last_used: '2026-01-02T22:18:26.5643068-06:00' },
      { ...BYPASS, id: 'p002', success_rate: 1, occurrences: 2, last_used: '2026-01-02T22:18:26.5643068-06:00' },
    ],
    updated: '2026-01-08T12:19:54.2190613-06:00',
    edges: [{ target: 'n002', weight: 0.8, type: 'causes', source: 'n001', evidence_count: 1 }],
    version: '1.0',
    nodes: [
      { episodes: [E1], type: 'decision', label: CACHE, frequency: 1, id: 'n001', success_rate: 1 },
      { label: STALE, type: 'error', success_rate: 1, id: 'n002', episodes: [E1], frequency: 1 },
      { episodes: [], type: 'decision', label: 'Status test node', frequency: 1, id: 'n003', success_rate: 1 },
    ],
  },
  'june.json': {
    version: '1.0',
    updated: '2026-02-10T17:55:46.0988089-08:00',
    nodes: [
      { id: cache, type: 'decision', label: CACHE, episodes: [E1], created: '2026-06-02T04:20:23.788287+00:00' },
      { id: stale, type: 'error', label: STALE, episodes: [E1], created: '2026-06-02T04:20:23.788287+00:00' },
    ],
    patterns: [
      { ...BYPASS, success_rate: 1, occurrences: 27, created: '2026-06-02T04:20:23.788442+00:00' },
      {
        name: 'implementation pattern',
        description: 'Pattern from episode-2026-01-09-session-317',
        trigger: 'When implementation decision needed',
        action: 'Fail-closed (Option 2)',
        success_rate: 1,
        occurrences: 162,
        created: '2026-06-02T04:20:23.790649+00:00',
      },
    ],
    edges: [
      {
        source: cache,
        target: stale,
        type: 'causes',
        weight: 0.6,
        evidence_count: 27,
        created: '2026-06-02T04:20:23.789096+00:00',
      },
    ],
  },
  'july.json': {
    version: '1.0',
    updated: '2026-07-25T00:00:00+00:00',
    nodes: [
      { id: cache, type: 'decision', label: CACHE, episodes: [E1], created: '2026-06-02T04:20:23.788287+00:00' },
      { id: tested, type: 'test', label: TESTED, episodes: [E1], created: '2026-06-02T04:20:23.788287+00:00' },
    ],
    patterns: [
      {
        name: 'recovery pattern',
        description: 'Pattern from episode-2026-07-04-session-2606',
        trigger: 'Adopted concurrent timeout fixes and rebumped manifests.',
        action: 'Adopted concurrent timeout fixes and rebumped manifests.',
        success_rate: 1,
        occurrences: 17,
        created: '2026-07-04T06:31:50.952133+00:00',
        episodes: [E1],
      },
    ],
    edges: [
      {
        source: cache,
        target: tested,
        type: 'causes',
        weight: 0.6,
        evidence_count: 1,
        created: '2026-07-13T00:00:00+00:00',
        episodes: [E1],
      },
    ],
  },
  'newest.json': {
    version: '1.0',
    updated: '2026-07-28T10:00:00+00:00',
    nodes: [
      { id: stale, type: 'error', label: STALE, episodes: [E1], created: '2026-07-28T09:00:00+00:00' },
      { id: tested, type: 'test', label: TESTED, episodes: [E1], created: '2026-07-28T09:00:00+00:00' },
    ],
    patterns: [
      {
        ...BYPASS,
        id: ids.pattern(BYPASS.name),
        success_rate: 0.67,
        occurrences: 3,
        episodes: [E1],
        contributions: { [E1]: 1, '\u0000legacy:0': 1, '\u0000legacy:1': 0 },
        created: '2026-07-28T09:00:00+00:00',
      },
    ],
    edges: [
      {
        source: stale,
        target: tested,
        type: 'enables',
        weight: 0.7,
        evidence_count: 2,
        episodes: [E1],
        contributions: { [E1]: 0.8, '\u0000legacy:0': 0.6 },
        created: '2026-07-28T09:00:00+00:00',
        kept: { as: ['it', 'is'] },
      },
    ],
  },
} as const;

type Json = Record<string, unknown>;
/** The parts of a file that tests read. */
export interface GraphJson {
  version: string;
  updated: string;
  nodes: Json[];
  edges: Json[];
  patterns: Json[];
}

/** Helpers for graph files. */
export function graphsOf(current: () => TestCore) {
  function write(name: string, value: unknown): string {
    const path = join(current().folder, name);
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  }
  async function imported(path: string, more: Partial<InputOf<'import.episodes'>> = {}) {
    const { job } = await current().call('import.episodes', { path, projectId: 'demo', ...more });
    const ended = await current().ended(job.id);
    expect(ended.error).toBeNull();
    const { graphs, ...result } = resultOf('episodes', ended);
    return { jobId: job.id, result, graphs };
  }
  const exported = async (projectId = 'demo') => {
    const { file, ...rest } = await current().call('causal.export', { projectId });
    return { file: file as unknown as GraphJson, ...rest };
  };
  return { write, imported, exported };
}

/** The edges of a file in comparable form: ends are replaced by their texts, because only ids may differ (B1-04). */
export function edgesByContent({ nodes, edges }: Pick<GraphJson, 'nodes' | 'edges'>): Json[] {
  const idOf = (name: unknown) => {
    const node = nodes.find(({ id }) => id === name);
    const label = String(node?.label).normalize('NFC').replace(/\s+/g, ' ').trim();
    return ids.node(String(node?.type), label);
  };
  const moved = edges.map((edge) => ({ ...edge, source: idOf(edge.source), target: idOf(edge.target) }));
  const place = ({ source, target, type }: Json) => `${source} ${target} ${type}`;
  return moved.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOf, resultOf } from '@twicewise/contract';
import { expect } from 'vitest';
import type { TestCore } from '../../harness.ts';

/** As the real programs write them. */
export const FILES = {
  'plain.json': {
    id: 'episode-2026-01-01-session-001',
    session: '2026-01-01-session-001',
    timestamp: '2026-01-01T17:00:00+00:00',
    causal_order_version: 2,
    outcome: 'success',
    task: 'Route memories',
    decisions: [
      {
        id: 'd001',
        timestamp: '2026-01-01T17:05:00Z',
        type: 'routing',
        context: 'Which first',
        chosen: 'Lexical',
        rationale: '',
        outcome: 'success',
        effects: ['e001'],
      },
      { id: 'd002', summary: 'Keep the old store' },
    ],
    events: [
      {
        id: 'e001',
        timestamp: '2026-01-01T00:00:00+00:00',
        type: 'milestone',
        content: 'Began',
        caused_by: ['d001'],
        leads_to: ['e002'],
        _source_session: '2026-01-01-session-001',
      },
      {
        id: 'e002',
        timestamp: '2026-01-01T18:00:00.1234567-08:00',
        type: 'commit',
        content: 'Commit: 0c40c22c26af5e9b',
        caused_by: ['e001'],
        leads_to: [],
      },
    ],
    metrics: { duration_minutes: null, tool_calls: 3, filesChanged: 2 },
    lessons: ['Look first', null, ''],
    migration_note: 'moved',
  },
  'nulls.json': {
    id: 'episode-x',
    session: 'x',
    timestamp: '2026-01-02T10:00:00',
    outcome: 'failure',
    task: '',
    decisions: null,
    events: [],
    metrics: {},
    lessons: null,
  },
  'one-sided.json': {
    id: 'episode-y',
    session: 'y',
    outcome: 'partial',
    task: 'T',
    decisions: [],
    events: [
      {
        id: 'e001',
        timestamp: '2026-01-02T10:00:00Z',
        type: 'test',
        content: '3 passed',
        caused_by: [],
        leads_to: ['e002'],
      },
      {
        id: 'e002',
        timestamp: '2026-01-02T10:00:00Z',
        type: 'artifact',
        content: 'a file',
        caused_by: [],
        leads_to: [],
      },
    ],
    metrics: {},
    lessons: [],
  },
};

const event = (id: string, leads_to: string[]) => ({ id, type: 'x', content: '', caused_by: [], leads_to });
/** Each has an impossible link. */
export const NOTED = {
  'circle.json': { id: 'c', session: 'circle', events: [event('a', ['b']), event('b', ['a'])] },
  'dangling.json': { id: 'd', session: 'dangling', events: [event('a', ['zzz'])] },
  'own.json': { id: 'o', session: 'own', events: [event('a', ['a'])] },
};

/** Helpers for a folder of files. */
export function filesOf(current: () => TestCore) {
  function folder(files: Record<string, unknown>): string {
    const path = join(current().folder, 'in');
    mkdirSync(path, { recursive: true });
    for (const [name, value] of Object.entries(files)) {
      writeFileSync(join(path, name), typeof value === 'string' ? value : JSON.stringify(value));
    }
    return path;
  }

  async function imported(input: InputOf<'import.episodes'>) {
    const { job } = await current().call('import.episodes', { projectId: 'demo', ...input });
    const ended = await current().ended(job.id);
    expect(ended.error).toBeNull();
    return resultOf('episodes', ended);
  }

  const fileOf = async (sessionId: string) => {
    const { episode } = await current().call('episode.get', { sessionId, projectId: 'demo' });
    return { episode, ...(await current().call('episode.export', { id: episode.id })) };
  };
  return { folder, imported, fileOf };
}

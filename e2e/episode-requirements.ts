import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import { ended } from './ended-job.ts';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of episodes, run over every door.

/** The example of ADR-038, for a session with this name. */
const recorded = (name: string) => ({
  sessionId: `${name} session`,
  projectId: `${name} project`,
  task: 'Implement MemoryRouter module',
  outcome: 'success' as const,
  decisions: [
    { chosen: 'Serena-first', options: ['Forgetful-first', 'Serena-first', 'Parallel'], effects: ['e001'] },
    { chosen: 'Cache the answers' },
  ],
  events: [{ type: 'milestone', content: 'Routing answers' }],
});

/** Requirements of episodes. */
export const episodes: readonly Requirement[] = [
  {
    title: 'an episode is recorded, read by its session, listed, changed, binned and taken out again',
    needs: [
      'episode.store',
      'episode.get',
      'episode.list',
      'episode.decisions',
      'episode.update',
      'episode.delete',
      'episode.restore',
    ],
    async holds(door, name) {
      verifies('S1-48');
      const input = recorded(name);
      const { projectId, sessionId } = input;
      const { episode } = await door.client.call('episode.store', input);
      expect((await door.client.call('episode.get', { sessionId, projectId })).episode).toEqual(episode);
      const { decisions } = await door.client.call('episode.decisions', { id: episode.id });
      expect(decisions.map(({ chosen }) => chosen)).toEqual(['Serena-first', 'Cache the answers']);
      const changes = { outcome: 'failure' as const };
      const changed = (await door.client.call('episode.update', { id: episode.id, changes })).episode;
      expect(changed).toMatchObject({ outcome: 'failure', originalOutcome: 'success', outcomeSource: 'corrected' });
      await door.client.call('episode.delete', { id: episode.id });
      expect((await door.client.call('episode.list', { projectId })).items).toEqual([]);
      await door.client.call('episode.restore', { id: episode.id });
      const [listed] = (await door.client.call('episode.list', { projectId, text: 'serena' })).items;
      expect(listed).toMatchObject({ id: episode.id, decisions: 2, events: 1, links: 1 });
    },
  },
  {
    title: 'facets of sessions count what choosing each value would list',
    needs: ['episode.store', 'episode.facets', 'episode.list', 'attempt.record'],
    async holds(door, name) {
      verifies('C-11');
      const input = recorded(name);
      const { projectId } = input;
      await door.client.call('episode.store', input);
      const error = { type: 'error', content: 'It broke' };
      const other = { sessionId: `${name} other`, projectId, task: 'Another', outcome: 'failure' as const };
      await door.client.call('episode.store', { ...other, events: [error] });
      const { sessionId, task, outcome } = other;
      await door.client.call('attempt.record', { projectId, sessionId, task, outcome });
      const chosen = { projectId, outcome: 'failure' as const };
      const { total, facets } = await door.client.call('episode.facets', chosen);
      expect(total).toBe(1);
      expect(facets.outcome.values).toEqual([
        { value: 'failure', count: 1 },
        { value: 'success', count: 1 },
      ]);
      expect(facets.has.values).toEqual([
        { value: 'attempts', count: 1 },
        { value: 'errors', count: 1 },
      ]);
      for (const [part, count] of [
        ['decisions', 1],
        ['errors', 1],
        ['commits', 0],
        ['attempts', 1],
      ] as const) {
        expect((await door.client.call('episode.list', { projectId, has: [part] })).total).toBe(count);
      }
    },
  },
  {
    title: 'an episode of the bin is purged for good, after a preview of exactly that',
    needs: [
      'episode.store',
      'episode.delete',
      'episode.previewPurge',
      'episode.purge',
      'episode.get',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('T36');
      const { episode, operationId } = await door.client.call('episode.store', recorded(name));
      const which = { ids: [episode.id] };
      expect((await door.client.call('episode.previewPurge', { which })).episodes).toBe(0);
      await door.client.call('episode.delete', { id: episode.id });
      const { digest, episodes } = await door.client.call('episode.previewPurge', { which });
      expect(episodes).toBe(1);
      const other = await door.send('episode.purge', { which, digest: 'another' });
      expect(other).toMatchObject({ ok: false, error: { reason: 'changed_since' } });
      expect((await door.client.call('episode.purge', { which, digest })).purged).toBe(1);
      expect(await door.send('episode.get', { id: episode.id })).toMatchObject({ ok: false });
      expect(await door.send('operation.undo', { operationId })).toMatchObject({ error: { reason: 'purged' } });
    },
  },
  {
    title: 'references follow a rename: of a memory elsewhere, and of a project that is still called by its old name',
    needs: ['episode.store', 'episode.get', 'episode.renameRef', 'project.rename', 'operation.undo'],
    async holds(door, name) {
      verifies('B1-18');
      const input = recorded(name);
      const [old, next] = [`${name} routing`, `${name} routes`];
      const { episode } = await door.client.call('episode.store', {
        ...input,
        memoryRefs: [{ system: 'serena', name: old }],
      });
      const refs = async () => (await door.client.call('episode.get', { id: episode.id })).episode.memoryRefs;
      const renamed = await door.client.call('episode.renameRef', { system: 'serena', from: old, to: next });
      expect(renamed.episodes).toBe(1);
      expect(await refs()).toEqual([{ system: 'serena', name: next }]);
      await door.client.call('operation.undo', { operationId: renamed.operationId ?? '' });
      expect(await refs()).toEqual([{ system: 'serena', name: old }]);
      const { projectId, sessionId } = input;
      await door.client.call('project.rename', { id: projectId, name: `${name} other name` });
      const found = await door.client.call('episode.get', { projectId, sessionId });
      expect(found.episode).toMatchObject({ id: episode.id, projectName: `${name} other name` });
    },
  },
  {
    title: 'an episode file of ADR-038 is imported and written again equal',
    needs: ['import.episodes', 'episode.get', 'episode.export'],
    async holds(door, name) {
      verifies('S1-15');
      const folder = mkdtempSync(join(tmpdir(), 'tw-episodes-'));
      const session = `${name} imported`;
      const file = {
        id: `episode-${session}`,
        session,
        timestamp: '2026-01-01T17:00:00+00:00',
        outcome: 'partial',
        task: 'Route',
        decisions: null,
        events: [
          { id: 'e001', timestamp: '2026-01-01', type: 'test', content: '3 passed', caused_by: [], leads_to: [] },
        ],
        metrics: { errors: 0, tool_calls: null },
        lessons: ['Look first'],
        kept: { as: 'it is' },
      };
      writeFileSync(join(folder, 'episode.json'), JSON.stringify(file));
      const projectId = `${name} project`;
      const { job } = await door.client.call('import.episodes', { path: folder, projectId });
      expect(await ended(door, job.id)).toMatchObject({ state: 'done', result: { made: 1, bad: 0 } });
      const { episode } = await door.client.call('episode.get', { sessionId: session, projectId });
      expect((await door.client.call('episode.export', { id: episode.id })).file).toEqual(file);
      rmSync(folder, { recursive: true, force: true });
    },
  },
  {
    title: 'a session log becomes an episode with its decisions; read again it changes nothing',
    needs: ['episode.extract', 'episode.list', 'episode.get'],
    async holds(door, name) {
      verifies('S1-56', 'S1-58');
      const folder = mkdtempSync(join(tmpdir(), 'tw-logs-'));
      const log = {
        session: { number: 7, date: '2026-01-02', objective: `Choose a router for ${name}` },
        decisions: [{ decision: 'Serena-first', rationale: 'Lower latency', alternatives: ['Parallel'] }],
        learnings: ['Pre-commit hooks check all files'],
      };
      writeFileSync(join(folder, `2026-01-02-session-7.json`), JSON.stringify(log));
      const projectId = `${name} project`;
      const read = async () => {
        const { job } = await door.client.call('episode.extract', { path: folder, projectId });
        return ended(door, job.id);
      };
      expect(await read()).toMatchObject({ state: 'done', result: { made: 1, bad: 0 } });
      const [listed] = (await door.client.call('episode.list', { projectId })).items;
      const { episode } = await door.client.call('episode.get', { id: listed?.id ?? '' });
      expect(episode.decisions[0]).toMatchObject({
        chosen: 'Serena-first',
        rationale: 'Lower latency',
        options: ['Parallel'],
      });
      expect(episode).toMatchObject({ outcome: 'unknown', lessons: ['Pre-commit hooks check all files'] });
      expect(await read()).toMatchObject({ result: { made: 0, changed: 0, unchanged: 1 } });
      rmSync(folder, { recursive: true, force: true });
    },
  },
  {
    title:
      'many sessions are deleted after a preview, which is refused once they changed, and one undo brings them back',
    needs: ['episode.store', 'episode.previewMany', 'episode.changeMany', 'operation.undo'],
    async holds(door, name) {
      const projectId = `${name} project`;
      const stored = (n: number) =>
        door.client.call('episode.store', { projectId, sessionId: `${name} ${n}`, task: `Task ${n}` });
      for (let n = 0; n < 3; n++) await stored(n);
      const asked = { selection: { filters: { projectId } }, change: { kind: 'delete' as const } };
      const { matches, changes, digest } = await door.client.call('episode.previewMany', asked);
      expect([matches, changes]).toEqual([3, 3]);
      const { operationId } = await door.client.call('episode.changeMany', { ...asked, digest });
      const total = async () => (await door.client.call('episode.list', { projectId, limit: 0 })).total;
      expect(await total()).toBe(0);
      await stored(4);
      expect(await door.send('episode.changeMany', { ...asked, digest })).toMatchObject({
        ok: false,
        error: { code: 'conflict', reason: 'changed_since' },
      });
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await total()).toBe(4);
    },
  },
  {
    title: 'sessions in the bin come in the order in which they were deleted, and say when',
    needs: [
      'attempt.record',
      'episode.store',
      'episode.list',
      'session.unrecorded',
      'episode.delete',
      'attempt.delete',
    ],
    async holds(door, name) {
      const { call } = door.client;
      const projectId = `${name} project`;
      const days = ['2026-01-02', '2026-01-01'].map((day) => `${day}T00:00:00Z`);
      for (const [n, at] of days.entries()) {
        const told = { projectId, sessionId: `${name} told ${n}`, task: `Told ${n}`, occurredAt: at };
        const tried = { projectId, sessionId: `${name} tried ${n}`, task: `Tried ${n}`, startedAt: at };
        const { episode } = await call('episode.store', told);
        const { attempt } = await call('attempt.record', { ...tried, outcome: 'failure' });
        await call('episode.delete', { id: episode.id });
        await call('attempt.delete', { id: attempt.id });
      }
      const filter = { projectId, deleted: 'only' as const };
      for (const list of ['episode.list', 'session.unrecorded'] as const) {
        const { items } = await call(list, { ...filter, order: 'deleted' });
        expect(items.map(({ task }) => task.at(-1))).toEqual(['1', '0']);
        const [last, first] = items.map(({ deletedAt }) => deletedAt ?? '');
        expect(Date.parse(last ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
        expect((await call(list, filter)).items.map(({ task }) => task.at(-1))).toEqual(['0', '1']);
      }
    },
  },
  {
    title: 'an unrecorded session is deleted among others with its attempts and turns, listed in the bin, and restored',
    needs: [
      'attempt.record',
      'turn.save',
      'episode.store',
      'session.unrecorded',
      'episode.previewMany',
      'episode.changeMany',
    ],
    async holds(door, name) {
      const { call } = door.client;
      const projectId = `${name} project`;
      const unrecorded = { projectId, sessionId: `${name} unrecorded` };
      await call('attempt.record', { ...unrecorded, task: 'Try', outcome: 'failure' });
      await call('turn.save', { ...unrecorded, context: [{ kind: 'workspace', text: 'What now?' }] });
      await call('episode.store', { projectId, sessionId: `${name} told`, task: 'Told' });
      const totals = async (deleted: 'exclude' | 'only') => {
        const filter = { projectId, deleted, limit: 0 };
        return [(await call('episode.list', filter)).total, (await call('session.unrecorded', filter)).total];
      };
      const change = async (kind: 'delete' | 'restore', deleted: 'exclude' | 'only') => {
        const asked = { selection: { filters: { projectId, deleted, unrecorded: true } }, change: { kind } };
        const { digest, unrecorded } = await call('episode.previewMany', asked);
        expect(unrecorded).toEqual({ sessions: 1, attempts: 1, turns: 1 });
        return call('episode.changeMany', { ...asked, digest });
      };
      expect((await change('delete', 'exclude')).changed).toBe(2);
      expect([await totals('exclude'), await totals('only')]).toEqual([
        [0, 0],
        [1, 1],
      ]);
      expect((await change('restore', 'only')).changed).toBe(2);
      expect([await totals('exclude'), await totals('only')]).toEqual([
        [1, 1],
        [0, 0],
      ]);
    },
  },
];

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Operations of a person on many records at once, and purges. */
async function curate(call: TestCore['call'], core: TestCore) {
  const { id } = await core.store({ projectId: 'many', taskDescription: 'one of many' });
  await call('reflection.facets', { projectId: 'many' });
  const selection = { ids: [id] };
  const { digest } = await call('reflection.previewMany', { selection, change: { kind: 'delete' } });
  await call('reflection.changeMany', { selection, change: { kind: 'delete' }, digest });
  await call('reflection.duplicates', { projectId: 'many' });
  const { digest: merged } = await call('reflection.previewMergeMany', { which: { exact: true } });
  await call('reflection.mergeMany', { which: { exact: true }, digest: merged });
  const purge = await call('reflection.previewPurge', { which: { ids: [id] } });
  await call('reflection.purge', { which: { ids: [id] }, digest: purge.digest });
  await core.store({ projectId: 'more' });
  await call('project.previewMerge', { from: 'more', into: 'many' });
  await call('project.merge', { from: 'more', into: 'many' });
  const filter = { projectId: 'many' };
  const many = await call('operation.previewUndoMany', { filter });
  await core.ended((await call('operation.undoMany', { filter, digest: many.digest })).job.id);
  const { view } = await call('view.save', { name: 'Mine', screen: 'lessons', query: 'outcome=failure' });
  await call('view.list', {});
  await call('view.rename', { id: view.id, name: 'Ours' });
  await call('view.delete', { id: view.id });
}

/** Exporting a memory and importing it again. */
async function carry(call: TestCore['call'], core: TestCore) {
  const path = join(core.folder, 'all.twicewise');
  const selection = { everything: true } as const;
  const { digest } = await call('bundle.previewExport', { selection });
  await core.ended((await call('bundle.export', { selection, path, digest })).job.id);
  const seen = await call('bundle.preview', { path });
  await core.ended((await call('bundle.import', { path, digest: seen.digest })).job.id);
}

/** What waits for a person besides drafts. */
async function decide(call: TestCore['call'], core: TestCore) {
  const [one, two] = [await core.store({ projectId: 'pair' }), await core.store({ projectId: 'pair' })];
  await call('reflection.suspects', {});
  await call('reflection.dismissSuspect', { ids: [one.id, two.id] });
  await call('reflection.contradictions', {});
  await call('reflection.dismissContradiction', { ids: [one.id, two.id] });
  await call('reflection.neglected', {});
  await call('reflection.waiting', {});
  await call('reflection.harmful', {});
  await call('reflection.keep', { id: one.id });
}

/** Turns, to their purge. */
async function turns(call: TestCore['call']) {
  const context = [{ kind: 'task', text: 'told' }];
  const { turn } = await call('turn.save', { projectId: 'p', sessionId: 's', context });
  await call('turn.get', { id: turn.id });
  await call('turn.text', { id: turn.id, part: 0 });
  await call('turn.list', {});
  await call('turn.summarise', { id: turn.id, text: 'said' });
  await call('turn.recall', { sessionId: 's', words: ['told'] });
  await call('turn.summaries', { sessionId: 's' });
  await call('turn.delete', { id: turn.id });
  await call('turn.restore', { id: turn.id });
  await call('turn.previewPrune', { keepNewest: 1 });
  await call('turn.prune', { keepNewest: 1 });
  await call('turn.delete', { id: turn.id });
  const which = { ids: [turn.id] };
  const { digest } = await call('turn.previewPurge', { which });
  await call('turn.purge', { which, digest });
}

/** A session without an episode, to its purge. */
async function unrecorded(call: TestCore['call']) {
  const recorded = { projectId: 'p', sessionId: 'unrecorded', task: 'Tried', outcome: 'failure' as const };
  const { attempt } = await call('attempt.record', recorded);
  await call('attempt.delete', { id: attempt.id });
  const which = { ids: [attempt.sessionId ?? ''] };
  const { digest } = await call('session.previewPurge', { which });
  await call('session.purge', { which, digest });
}

/** Attempts, to their purge. */
async function tries(call: TestCore['call']) {
  const { attempt } = await call('attempt.record', { projectId: 'p', task: 't', outcome: 'failure' });
  await call('attempt.get', { id: attempt.id });
  await call('attempt.list', {});
  await call('attempt.analysis', { task: 'task' });
  await call('attempt.export', { id: attempt.id });
  await call('attempt.window', { task: 't' });
  await call('attempt.context', { task: 't' });
  await call('attempt.delete', { id: attempt.id });
  await call('attempt.restore', { id: attempt.id });
  await call('attempt.delete', { id: attempt.id });
  const which = { ids: [attempt.id] };
  const { digest } = await call('attempt.previewPurge', { which });
  await call('attempt.purge', { which, digest });
}

/** Questions about causes. */
async function ask(call: TestCore['call'], episodeId: string) {
  const [from, to] = [
    { kind: 'decision', text: 'Cache the answers' },
    { kind: 'error', text: 'Answers are stale' },
  ];
  const { claim, edge } = await call('causal.assert', { projectId: 'p', from, to, relation: 'causes', note: 'seen' });
  if (!edge) throw new Error('the claim made no edge');
  await call('causal.graph', {});
  await call('causal.nodes', {});
  await call('causal.overview', {});
  await call('causal.bySession', {});
  await call('causal.ofEpisode', { id: episodeId });
  await call('causal.node', { id: edge.from });
  await call('causal.edge', { id: edge.id });
  await call('causal.path', { from: edge.from, to: edge.to });
  await call('causal.why', { of: edge.to });
  await call('causal.whatIf', { decision: edge.from, alternative: 'Ask anew' });
  await call('causal.similarDecisions', { context: 'answers' });
  await call('causal.deadEnds', { task: 'answers' });
  await call('episode.digest', { id: episodeId });
  await call('causal.retract', { id: claim.id });
  const word = { kind: 'task' as const, trigger: 'Make answers fresh', action: 'Ask the server anew' };
  const { pattern } = await call('pattern.assert', { projectId: 'p', pattern: word });
  await call('pattern.list', {});
  await call('pattern.get', { id: pattern?.id ?? '' });
  await call('pattern.match', { text: 'Make answers fresh' });
}

describe('every operation of the contract', () => {
  it('has a handler that answers within its own schema', async () => {
    const used = new Set<string>();
    const call = (async (name: string, input: unknown) => {
      used.add(name);
      return test.call(name as 'host.status', input as never);
    }) as unknown as TestCore['call'];
    const { reflection, operationId } = await call('reflection.store', {
      taskDescription: 't',
      outcome: 'success',
      projectId: 'p',
      sessionId: 's',
    });
    const { id } = reflection;
    await call('reflection.get', { id });
    await call('reflection.recent', {});
    await call('reflection.list', {});
    await call('reflection.update', { id, changes: { text: 'x' } });
    const twin = await test.store({ projectId: 'p' });
    await call('reflection.merge', { id: twin.id, into: id });
    await call('reflection.setState', { id, state: 'archived' });
    await call('reflection.pin', { id });
    await call('reflection.delete', { id });
    await call('reflection.restore', { id });
    await call('reflection.previewRevert', { id, operationId });
    await call('reflection.revert', { id, operationId });
    await call('project.list', {});
    await call('project.get', { id: 'p' });
    await call('project.setChecks', { id: 'p', checks: ['just gate'] });
    await call('project.rename', { id: 'p', name: 'q' });
    await call('session.list', {});
    await call('session.unrecorded', {});
    await call('session.get', { id: 's' });
    await call('session.start', { projectId: 'p' });
    await call('session.end', { sessionId: 's' });
    await call('session.note', { sessionId: 's', goal: 'g' });
    await call('session.notes', { id: 's' });
    const { episode } = await call('episode.store', { sessionId: 's', projectId: 'p', task: 't' });
    await call('episode.get', { id: episode.id });
    await call('episode.list', {});
    await call('episode.facets', {});
    await call('episode.decisions', { sessionId: 's', projectId: 'p' });
    await call('episode.update', { id: episode.id, changes: { task: 'u' } });
    await call('episode.delete', { id: episode.id });
    await call('episode.restore', { id: episode.id });
    await call('episode.export', { id: episode.id });
    await call('episode.renameRef', { system: 'serena', from: 'a', to: 'b' });
    await tries(call);
    await turns(call);
    await unrecorded(call);
    await call('causal.export', { projectId: episode.projectId });
    await ask(call, episode.id);
    await call('import.episodes', { path: test.folder });
    await call('import.loops', { path: test.folder });
    const memory = join(test.folder, 'memory.json');
    writeFileSync(memory, JSON.stringify({ contexts: [], summaries: [] }));
    await call('import.turns', { path: memory });
    const many = { selection: { ids: [episode.id] }, change: { kind: 'delete' as const } };
    const { digest: seen } = await call('episode.previewMany', many);
    await call('episode.changeMany', { ...many, digest: seen });
    await call('episode.restore', { id: episode.id });
    await call('episode.delete', { id: episode.id });
    const which = { ids: [episode.id] };
    const { digest } = await call('episode.previewPurge', { which });
    await call('episode.purge', { which, digest });
    await call('episode.extract', { path: test.folder });
    await call('reflection.search', { taskDescription: 't' });
    await call('reflection.similar', { id });
    await call('memory.search', { text: 't' });
    await call('reflection.summary', {});
    await call('reflection.format', {});
    await call('memory.brief', { task: 't' });
    await call('memory.feedback', { reflectionId: id, verdict: 'helpful' });
    await call('memory.metrics', {});
    await call('exposure.list', { reflectionId: id });
    await test.call('memory.brief', { task: 't' }, agentIn('/work/shop'));
    const { items: answers } = await call('exposure.recent', { empty: true });
    await call('exposure.text', { seq: answers[0]?.seq ?? 0 });
    await call('memory.remind', { occasion: 'session_start' });
    const { items } = await call('operation.list', {});
    expect(items.at(-1)?.id).toBe(operationId);
    await call('operation.undo', { operationId: items[0]?.id ?? '' });
    await call('operation.redo', { operationId: items[0]?.id ?? '' });
    const path = join(test.folder, 'l.jsonl');
    writeFileSync(path, '{"title": "t", "outcome": "success"}');
    const { job } = await call('import.lessons', { path });
    await test.ended(job.id);
    const { items: sources } = await call('source.list', {});
    await call('source.get', { id: sources[0]?.id ?? '' });
    await call('import.history', { path: test.folder });
    const transcript = join(test.folder, 's.jsonl');
    writeFileSync(transcript, '{}\n');
    await call('session.capture', { agent: 'claude-code', sessionId: 's', transcript });
    await call('import.sample', {});
    await call('import.removeSample', {});
    await call('job.cancel', { id: job.id });
    await call('job.get', { id: job.id });
    await call('job.list', {});
    await call('host.status', {});
    await call('host.check', {});
    await call('settings.get', {});
    await call('settings.set', { changes: { 'ui.theme': 'dark' } });
    const { backup } = await call('backup.create', {});
    await call('backup.list', {});
    await call('backup.preview', { name: backup.name });
    await call('backup.recommend', {});
    await call('backup.restore', { name: backup.name });
    await curate(call, test);
    await decide(call, test);
    await carry(call, test);
    await call('memory.insights', {});
    // Only a host knows the programs on its machine; see packages/host/test/connect.test.ts.
    for (const name of ['client.list', 'client.preview', 'client.apply']) {
      used.add(name);
      expect(await test.fail(name, { client: 'cursor', digest: 'x' })).toMatchObject({ code: expect.any(String) });
    }
    // These need a server; see packages/core/test/vectors/renewing.test.ts.
    for (const name of ['embedding.test', 'embedding.renew']) {
      used.add(name);
      expect(await test.fail(name, {})).toMatchObject({ code: expect.any(String) });
    }
    // Refused for a healthy memory; its effect is tested above.
    used.add('store.startEmpty');
    expect(await test.fail('store.startEmpty', {})).toMatchObject({ code: 'refused' });
    expect([...used].sort()).toEqual(Object.keys(contract).sort());
    expect(existsSync(test.paths.database)).toBe(true);
  });
});

describe('settings', () => {
  it('that are not named stay as they are', async () => {
    await test.call('settings.set', { changes: { 'window.session': 7 } });
    const { settings } = await test.call('settings.set', { changes: { 'ui.theme': 'dark' } });
    expect(settings).toMatchObject({ 'window.session': 7, 'ui.theme': 'dark' });
  });

  it('are logged by their names', async () => {
    await test.call('settings.set', { changes: { 'remind.promptTokens': 200, 'ui.theme': 'dark' } });
    const { items } = await test.call('operation.list', { limit: 1 });
    expect(items[0]?.summary).toBe('Changed settings: Tokens with a prompt, Theme');
  });

  it('are refused when they are unknown or out of bounds', async () => {
    for (const changes of [
      { 'window.session': 0 },
      { 'window.session': 5000 },
      { unknown: 1 },
      { 'ui.theme': 'pink' },
    ]) {
      expect(await test.fail('settings.set', { changes })).toMatchObject({ code: 'invalid_input' });
    }
  });
});

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf, OperationName } from '@twicewise/contract';
import fc from 'fast-check';
import { agentIn, dump, person, type TestCore } from './harness.ts';

/** One step of a random history. The numbers select among the records that exist when it runs. */
export interface Step {
  kind:
    | 'store'
    | 'edit'
    | 'flag'
    | 'project'
    | 'session'
    | 'reverse'
    | 'import'
    | 'bulk'
    | 'episode'
    | 'claim'
    | 'attempt'
    | 'turn';
  a: number;
  b: number;
  c: number;
}

const small = fc.nat(1000);
const step = (kind: Step['kind']) => fc.record({ kind: fc.constant(kind), a: small, b: small, c: small });

/** Random histories with every command that writes. */
export const history: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: step('store') },
    { weight: 5, arbitrary: step('edit') },
    { weight: 5, arbitrary: step('flag') },
    { weight: 3, arbitrary: step('project') },
    { weight: 3, arbitrary: step('session') },
    { weight: 3, arbitrary: step('bulk') },
    { weight: 3, arbitrary: step('episode') },
    { weight: 2, arbitrary: step('claim') },
    { weight: 4, arbitrary: step('attempt') },
    { weight: 4, arbitrary: step('turn') },
    { weight: 6, arbitrary: step('reverse') },
    { weight: 1, arbitrary: step('import') },
  ),
  { minLength: 1, maxLength: 14 },
);

const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
const STATES = ['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'] as const;

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

/** Plays histories on a core and undoes them. */
export class Player {
  readonly #test: TestCore;
  #imports = 0;
  /** Number of operations that were refused; each must have changed nothing. */
  refused = 0;
  done = 0;

  constructor(test: TestCore) {
    this.#test = test;
  }

  /** Plays a history and returns the ids of the operations it wrote, oldest first. */
  async play(steps: readonly Step[]): Promise<string[]> {
    const before = this.#newestSeq();
    for (const one of steps) {
      this.#test.now += one.c % 3;
      await this.#step(one, before);
    }
    return this.#operations(before);
  }

  /** Undoes everything that a history wrote, newest first. */
  async takeBack(operations: readonly string[]): Promise<void> {
    for (const operationId of operations.toReversed()) {
      this.#test.now += 1;
      await this.#test.call('operation.undo', { operationId });
    }
  }

  async #step({ kind, a, b, c }: Step, before: number): Promise<void> {
    switch (kind) {
      case 'store':
        return this.#store(a, b, c);
      case 'edit':
        return this.#edit(a, b, c);
      case 'flag':
        return this.#flag(a, b, c);
      case 'project':
        return this.#project(a, b);
      case 'session':
        return this.#session(a, b);
      case 'bulk':
        return this.#bulk(a, b, c);
      case 'episode':
        return this.#episode(a, b, c);
      case 'claim':
        return this.#claim(a, b, c);
      case 'attempt':
        return this.#attempt(a, b, c);
      case 'turn':
        return this.#turn(a, b, c);
      case 'import':
        return this.#import(a, b);
      case 'reverse': {
        const operationId = pick(this.#operations(before), a);
        if (operationId) await this.#try(b % 2 === 0 ? 'operation.undo' : 'operation.redo', { operationId });
      }
    }
  }

  /** Runs a command. It may be refused, but must then have changed nothing. */
  async #try(name: OperationName, input: unknown, caller = person): Promise<void> {
    const answer = await this.#test.envelope(name, input, caller);
    this.done++;
    if (answer.ok) return;
    this.refused++;
    if (answer.error.code === 'internal') throw new Error(`${name} failed: ${this.#test.logged.at(-1)}`);
  }

  async #store(a: number, b: number, c: number): Promise<void> {
    const caller =
      a % 4 === 0 ? agentIn(`/work/folder${b % 2}`, { session: b % 3 === 0 ? 'of-caller' : null }) : person;
    await this.#try(
      'reflection.store',
      {
        taskDescription: `task ${c % 5}`,
        outcome: pick(OUTCOMES, b),
        ...(a % 4 === 0 ? {} : { projectId: `project ${a % 3}` }),
        ...(b % 3 === 0 ? {} : { sessionId: `session ${b % 3}` }),
        whatWorked: c % 2 === 0 ? ['one', `restart the worker ${b % 2}`] : [],
        whatDidNotWork: c % 3 === 0 ? [`restart the worker ${b % 2}`] : [],
        tags: c % 3 === 0 ? ['b', 'a', 'b'] : ['a'],
        relatedEntityIds: c % 5 === 0 ? ['src/a.ts'] : [],
        ...(c % 7 === 0 ? { nativeId: `native ${c % 3}` } : {}),
        extra: c % 4 === 0 ? { deep: { list: [1, null, 'ü'] } } : {},
      },
      caller,
    );
  }

  /** Records an episode, or changes, deletes or restores an existing one. */
  async #episode(a: number, b: number, c: number): Promise<void> {
    const episodes = this.#test.rows<{ id: string }>('SELECT id FROM episode ORDER BY seq').map(({ id }) => id);
    const id = pick(episodes, a);
    if (id === undefined || c % 2 === 0) {
      const decisions = [{ chosen: `choice ${c % 3}`, effects: b % 2 === 0 ? ['e001'] : [] }];
      const events = [{ type: 'milestone', content: `event ${b % 3}` }];
      const place = { sessionId: `session ${b % 3}`, projectId: `project ${a % 3}` };
      return this.#try('episode.store', { ...place, task: `task ${c % 5}`, decisions, events });
    }
    const changes = pick([{ outcome: pick(OUTCOMES, c) }, { events: [] }, { lessons: [`lesson ${c % 3}`] }], b);
    const name = pick(['episode.update', 'episode.delete', 'episode.restore'] as const, b) ?? 'episode.update';
    return this.#try(name, name === 'episode.update' ? { id, changes } : { id });
  }

  /** Records an attempt at one of a few tasks, or deletes or restores an existing one. */
  async #attempt(a: number, b: number, c: number): Promise<void> {
    const attempts = this.#test.rows<{ id: string }>('SELECT id FROM attempt ORDER BY seq').map(({ id }) => id);
    const id = pick(attempts, a);
    if (id !== undefined && c % 3 === 0) return this.#try(b % 2 === 0 ? 'attempt.delete' : 'attempt.restore', { id });
    const lesson = pick(this.#lessons(), b);
    return this.#try('attempt.record', {
      projectId: `project ${a % 3}`,
      ...(b % 3 === 0 ? {} : { sessionId: `session ${b % 3}` }),
      ...(c % 5 === 0 ? { nativeId: `native ${b % 2}` } : {}),
      task: `task ${c % 2}`,
      outcome: pick(OUTCOMES, b),
      content: b % 2 === 0 ? {} : { reward: 0, errors: [{ message: `error ${c % 3}` }] },
      lessonIds: lesson === undefined ? [] : [lesson],
    });
  }

  /** Saves a turn of a session, or summarises, deletes, restores or prunes existing ones. */
  async #turn(a: number, b: number, c: number): Promise<void> {
    const turns = this.#test.rows<{ id: string }>('SELECT id FROM turn ORDER BY seq').map(({ id }) => id);
    const id = pick(turns, a);
    if (id !== undefined && c % 4 === 0) return this.#try(b % 2 === 0 ? 'turn.delete' : 'turn.restore', { id });
    if (id !== undefined && c % 4 === 1) return this.#try('turn.summarise', { id, text: `summary ${b % 3}` });
    if (id !== undefined && c % 8 === 3) return this.#try('turn.prune', { keepNewest: 1 + (b % 2) });
    return this.#try('turn.save', {
      projectId: `project ${a % 3}`,
      sessionId: `session ${b % 3}`,
      ...(c % 3 === 0 ? { number: b % 4 } : {}),
      ...(c % 5 === 0 ? { nativeId: `native ${b % 2}` } : {}),
      context: [{ kind: 'task', text: `told ${c % 3}` }],
    });
  }

  /** Makes a claim about nodes that episodes may contain, or retracts one. */
  async #claim(a: number, b: number, c: number): Promise<void> {
    const claims = this.#test.rows<{ id: string }>('SELECT id FROM claim ORDER BY seq').map(({ id }) => id);
    const id = pick(claims, a);
    if (id !== undefined && c % 3 === 0) return this.#try('causal.retract', { id });
    if (c % 7 === 1) return this.#word(a, b, c);
    const relation = pick(['causes', 'prevents', 'correlates'] as const, b);
    const stance = pick(['supports', 'disputes'] as const, c);
    const ends = {
      from: { kind: 'decision', text: `choice ${a % 3}` },
      to: { kind: pick(['milestone', 'decision'], c), text: c % 5 === 0 ? `choice ${b % 3}` : `event ${b % 3}` },
    };
    const place = { projectId: `project ${a % 3}`, ...(b % 2 === 0 ? { sessionId: `session ${b % 3}` } : {}) };
    return this.#try('causal.assert', { ...place, ...ends, relation, stance, note: `note ${c % 4}` });
  }

  /** Makes a claim about a pattern, either one that lessons may show or a new one. */
  #word(a: number, b: number, c: number): Promise<void> {
    const pattern = { kind: 'task', trigger: `task ${b % 5}`, action: `restart the worker ${a % 3}` };
    const stance = pick(['supports', 'disputes'] as const, b);
    return this.#try('pattern.assert', { projectId: `project ${a % 3}`, pattern, stance, note: `note ${c % 4}` });
  }

  async #edit(a: number, b: number, c: number): Promise<void> {
    const id = pick(this.#lessons(), a);
    if (id === undefined) return;
    const fields = {
      outcome: pick(OUTCOMES, b),
      tags: pick([['x'], [], ['a', 'x', 'a']], b),
      nextStrategy: `next ${b % 3}`,
      confidence: pick([0, 0.5, null], b),
      whatDidNotWork: pick([['broke\nhere'], []], b),
      extra: pick([{}, { kept: true }], b),
    };
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const chosen = new Set([pick(names, c), pick(names, c + b)]);
    const changes = Object.fromEntries(names.filter((name) => chosen.has(name)).map((name) => [name, fields[name]]));
    await this.#try('reflection.update', { id, changes });
  }

  async #flag(a: number, b: number, c: number): Promise<void> {
    const id = pick(this.#lessons(), a);
    if (id === undefined) return;
    const [name, input] = pick(
      [
        ['reflection.setState', { id, state: pick(STATES, c) }],
        ['reflection.pin', { id, pinned: c % 2 === 0 }],
        ['reflection.delete', { id }],
        ['reflection.restore', { id }],
      ] as const,
      b,
    ) ?? ['reflection.delete', { id }];
    await this.#try(name, input);
  }

  async #project(a: number, b: number): Promise<void> {
    if (b % 2 === 0) {
      await this.#try('settings.set', {
        changes: pick([{ 'window.session': 10 + (a % 3) }, { 'ui.theme': 'dark', 'backup.everyMinutes': 30 }], a),
      });
      return;
    }
    const id = pick(this.#ids('project'), a);
    const into = pick(this.#ids('project'), b);
    if (b % 3 === 0 && id !== into) await this.#try('project.merge', { from: id, into });
    else if (id !== undefined) await this.#try('project.rename', { id, name: `renamed ${b % 4}` });
  }

  async #session(a: number, b: number): Promise<void> {
    const sessionId = `session ${a % 3}`;
    const projectId = `project ${b % 3}`;
    if (a % 2 === 0) {
      const parent = pick(this.#ids('session'), b);
      await this.#try('session.start', {
        ...(b % 4 === 0 ? {} : { sessionId }),
        projectId,
        goal: 'goal',
        ...(parent && b % 3 === 0 ? { parentId: parent } : {}),
      });
      return;
    }
    if (a % 4 === 1)
      await this.#try('session.note', { sessionId, projectId, goal: `goal ${b % 2}`, next: `step ${b}` });
    else await this.#try('session.end', { sessionId, projectId, outcome: pick(OUTCOMES, b) });
  }

  async #bulk(a: number, b: number, c: number): Promise<void> {
    const selection = pick<InputOf<'reflection.previewMany'>['selection']>(
      [
        { filters: {} },
        { filters: { outcome: 'failure' } },
        { filters: { tags: ['a'] } },
        { filters: { deleted: 'only' } },
        { ids: this.#lessons().slice(0, 1 + (c % 5)) },
      ],
      a,
    );
    const change = pick<InputOf<'reflection.previewMany'>['change']>(
      [
        { kind: 'tags', add: [`t${c % 3}`], remove: ['a'] },
        { kind: 'state', state: pick(STATES, c) ?? 'draft' },
        { kind: 'pin', pinned: c % 2 === 0 },
        { kind: 'move', projectId: pick(this.#ids('project'), c) ?? '' },
        { kind: 'delete' },
        { kind: 'restore' },
      ],
      b,
    );
    if (!selection || !change) return;
    const { digest } = await this.#test.call('reflection.previewMany', { selection, change });
    await this.#try('reflection.changeMany', { selection, change, digest });
  }

  async #import(a: number, b: number): Promise<void> {
    const path = join(this.#test.folder, `import-${this.#imports++}.jsonl`);
    writeFileSync(path, '');
    for (let line = 0; line < 1 + (a % 4); line++) {
      const lesson = {
        id: `line ${(a + line) % 9}`,
        title: 'imported',
        outcome: 'failure',
        sessionId: `session ${b % 4}`,
      };
      appendFileSync(path, `${JSON.stringify(lesson)}\n`);
    }
    const { job } = await this.#test.call('import.lessons', { path, projectId: `project ${b % 4}` });
    const ended = await this.#test.ended(job.id);
    if (ended.state !== 'done') throw new Error(`the import ended as ${ended.state}: ${ended.error?.message}`);
  }

  #newestSeq(): number {
    return this.#test.rows<{ n: number | null }>('SELECT MAX(seq) AS n FROM operation')[0]?.n ?? 0;
  }

  #operations(after: number): string[] {
    return this.#test
      .rows<{ id: string }>('SELECT id FROM operation WHERE seq > ? ORDER BY seq', [after])
      .map((row) => row.id);
  }

  #ids(table: 'project' | 'session'): string[] {
    return this.#test.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY seq`).map((row) => row.id);
  }

  #lessons(): string[] {
    return this.#test.rows<{ id: string }>('SELECT id FROM reflection ORDER BY seq').map((row) => row.id);
  }
}

/** Fills a memory, so that "as before" is not "empty". */
export async function furnish(test: TestCore): Promise<void> {
  for (let i = 0; i < 6; i++) {
    await test.store({
      projectId: `project ${i % 2}`,
      sessionId: `session ${i % 3}`,
      tags: ['a', 'b'],
      confidence: i / 6,
    });
  }
  await test.call('settings.set', { changes: { 'window.session': 15 } });
  await test.call('session.end', { sessionId: 'session 0', projectId: 'project 0', outcome: 'success' });
}

/** Plays a history and undoes it; true if the memory is the same as before. */
export async function isUndoneExactly(test: TestCore, player: Player, steps: readonly Step[]): Promise<boolean> {
  const before = dump(test);
  const operations = await player.play(steps);
  await player.takeBack(operations);
  return dump(test) === before;
}

import type { Envelope, OutputOf } from '@twicewise/contract';
import type { OpenDoor } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements as data: each is written once and run over every door (e2e/scenarios).

function lesson(name: string, fields: Record<string, unknown> = {}) {
  return {
    sessionId: `${name} session`,
    projectId: `${name} project`,
    taskDescription: 'Parse CSV file',
    outcome: 'failure',
    nextStrategy: 'Use a CSV library',
    ...fields,
  };
}

async function store(door: OpenDoor, input: Record<string, unknown>): Promise<{ id: string }> {
  const answer = (await door.send('reflection.store', input)) as Envelope<{ reflection: { id: string } }>;
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.reflection;
}

async function recent(door: OpenDoor, input: Record<string, unknown>) {
  const answer = (await door.send('reflection.recent', input)) as Envelope<OutputOf<'reflection.recent'>>;
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.items;
}

async function expectRefusal(door: OpenDoor, name: string, input: Record<string, unknown>, say: RegExp): Promise<void> {
  const answer = await door.send('reflection.store', lesson(name, input));
  expect(answer.ok).toBe(false);
  if (answer.ok) return;
  expect(answer.error.code).toBe('invalid_input');
  expect(answer.error.message).toMatch(say);
  expect(answer.error.hint).not.toBe('');
  expect(JSON.stringify(answer)).not.toMatch(/node_modules|\.ts:\d|\n\s+at /);
  expect(await recent(door, { sessionId: `${name} session` })).toEqual([]);
  await store(door, lesson(name));
  expect(await recent(door, { sessionId: `${name} session` })).toHaveLength(1);
}

/** Requirements that can be tested with `reflection.store` and `reflection.recent`, which every door offers. */
export const everywhere: readonly Requirement[] = [
  {
    title: 'a stored lesson comes back with what it said',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      verifies('S0-15', 'S0-17', 'S0-60');
      await store(door, lesson(name, { whatDidNotWork: ['Regex failed on quoted fields'], tags: ['parsing'] }));
      const [found] = await recent(door, { sessionId: `${name} session` });
      expect(found?.whatDidNotWork).toContain('Regex failed on quoted fields');
      expect(found?.tags).toEqual(['parsing']);
      expect(found?.attemptNumber).toBe(1);
    },
  },
  {
    title: 'an id begins with refl and finds its lesson again',
    needs: ['reflection.store', 'reflection.get'],
    async holds(door, name) {
      verifies('S0-07');
      const { id } = await store(door, lesson(name));
      expect(id).toMatch(/^refl_[0-9A-HJKMNP-TV-Z]{26}$/);
      const answer = (await door.send('reflection.get', { id })) as Envelope<OutputOf<'reflection.get'>>;
      expect(answer.ok && answer.value.reflection.id).toBe(id);
    },
  },
  {
    title: 'twenty-five stores in a session show at most twenty, the newest',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      verifies('S0-41', 'S0-62');
      const count = door.name === 'cli' ? 22 : 25;
      for (let n = 1; n <= count; n++) await store(door, lesson(name, { taskDescription: `Task ${n}` }));
      const shown = await recent(door, { sessionId: `${name} session`, limit: 100 });
      expect(shown).toHaveLength(20);
      expect(shown[0]?.taskDescription).toBe(`Task ${count}`);
    },
  },
  {
    title: 'recent answers five unless told otherwise, and none for a limit of zero',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      verifies('S0-25', 'S0-34', 'B0-19');
      for (let n = 1; n <= 6; n++) await store(door, lesson(name, { taskDescription: `Task ${n}` }));
      const session = { sessionId: `${name} session` };
      expect((await recent(door, session)).map((one) => one.taskDescription)).toEqual([
        'Task 6',
        'Task 5',
        'Task 4',
        'Task 3',
        'Task 2',
      ]);
      expect(await recent(door, { ...session, limit: 0 })).toEqual([]);
      const tooMany = await door.send('reflection.recent', { ...session, limit: 101 });
      expect(tooMany.ok).toBe(false);
    },
  },
  {
    title: 'an attempt is stored with project, tags and entities by name',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      verifies('S0-08', 'S0-09', 'S0-19', 'B0-26');
      await store(door, lesson(name, { tags: ['auth', 'ci'], relatedEntityIds: ['src/auth.ts'], attemptNumber: 3 }));
      const [found] = await recent(door, { projectId: `${name} project` });
      expect(found?.projectName).toBe(`${name} project`);
      expect(found?.sessionNativeId).toBe(`${name} session`);
      expect(found?.tags).toEqual(['auth', 'ci']);
      expect(found?.relatedEntityIds).toEqual(['src/auth.ts']);
      expect(found?.attemptNumber).toBe(3);
    },
  },
  {
    title: 'a missing outcome is refused by name and changes nothing',
    needs: ['reflection.store', 'reflection.recent'],
    holds: (door, name) => {
      verifies('T31');
      return expectRefusal(door, name, { outcome: undefined }, /outcome/);
    },
  },
  {
    title: 'an outcome outside the vocabulary is refused',
    needs: ['reflection.store', 'reflection.recent'],
    holds: (door, name) => {
      verifies('S0-13');
      return expectRefusal(door, name, { outcome: 'great' }, /outcome/);
    },
  },
  {
    title: 'wrong types, unknown fields and control characters are refused by name',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      verifies('T31');
      await expectRefusal(door, `${name} type`, { whatWorked: { one: 1 } }, /whatWorked/);
      await expectRefusal(door, `${name} field`, { whatworked: ['typo'] }, /whatworked/);
      await expectRefusal(door, `${name} nul`, { taskDescription: 'a\u0000b' }, /U\+0000 at position 1/);
      await expectRefusal(door, `${name} escape`, { nextStrategy: '\u001b[31mred' }, /U\+001B/);
      await expectRefusal(door, `${name} surrogate`, { nextStrategy: 'half \ud800' }, /surrogate/);
    },
  },
  {
    title: 'a text over 64 KB is refused with its size and the limit',
    needs: ['reflection.store', 'reflection.recent'],
    holds: (door, name) => {
      verifies('T31');
      return expectRefusal(door, name, { nextStrategy: 'é'.repeat(32_769) }, /65538 bytes, the limit is 65536/);
    },
  },
  {
    title: 'a known secret is replaced before it is stored',
    needs: ['reflection.store', 'reflection.recent'],
    async holds(door, name) {
      const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      await store(door, lesson(name, { nextStrategy: `Use the token ${secret} again` }));
      const [found] = await recent(door, { sessionId: `${name} session` });
      expect(found?.nextStrategy).toContain('[redacted:');
      expect(JSON.stringify(found)).not.toContain(secret);
    },
  },
];

/** Requirements of what people and programs can call; agents have no tool for it. */
export const forPeople: readonly Requirement[] = [
  {
    title: 'a list without text is newest first and pages through everything once',
    needs: ['reflection.store', 'reflection.list'],
    async holds(door, name) {
      verifies('S0-28');
      const made: string[] = [];
      for (let n = 1; n <= 5; n++) made.unshift((await store(door, lesson(name, { taskDescription: `Task ${n}` }))).id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await door.client.call('reflection.list', { projectId: `${name} project`, limit: 2, cursor });
        seen.push(...page.items.map((item) => item.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(made);
    },
  },
  {
    title: 'a corrected outcome keeps both, and undo takes the correction back',
    needs: ['reflection.store', 'reflection.update', 'operation.undo'],
    async holds(door, name) {
      verifies('E-07');
      const { id } = await store(door, lesson(name));
      const corrected = await door.client.call('reflection.update', { id, changes: { outcome: 'partial' } });
      expect(corrected.reflection).toMatchObject({
        outcome: 'partial',
        outcomeSource: 'corrected',
        originalOutcome: 'failure',
      });
      await door.client.call('operation.undo', { operationId: corrected.operationId ?? '' });
      const { reflection } = await door.client.call('reflection.get', { id });
      expect(reflection).toMatchObject({ outcome: 'failure', outcomeSource: 'reported', originalOutcome: null });
    },
  },
  {
    title: 'an unknown operation and an unknown id say what to do',
    needs: ['reflection.list', 'reflection.get'],
    async holds(door) {
      const operation = await door.send('reflection.lits' as 'reflection.list', {});
      expect(operation).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'unknown_operation' } });
      const missing = await door.send('reflection.get', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
      expect(missing).toMatchObject({ ok: false, error: { code: 'not_found' } });
    },
  },
];

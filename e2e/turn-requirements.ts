import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of turns, run over every door.

const context = (text: string) => [{ kind: 'workspace', text }];

/** Requirements of turns. */
export const turns: readonly Requirement[] = [
  {
    title: 'a turn is kept with what the model was given, and recalled by number, id and words',
    needs: ['turn.save', 'turn.recall'],
    async holds(door, name) {
      verifies('S2-01', 'S2-05', 'S2-17');
      const where = { projectId: `${name} project`, sessionId: `${name} session` };
      const saved = await door.client.call('turn.save', {
        ...where,
        context: context('The rows are compared in pairs\n'),
        calls: [{ tool: 'read_file', output: 'rows.ts', outcome: 'success' }],
        summary: { text: 'Found why it is slow', insights: ['pairs'] },
      });
      expect(saved.turn).toMatchObject({
        number: 1,
        summaries: [{ text: 'Found why it is slow', insights: ['pairs'] }],
      });
      for (const wish of [{ numbers: [1] }, { ids: [saved.turn.id] }, { words: ['compared pairs'] }]) {
        const { items } = await door.client.call('turn.recall', { ...where, ...wish });
        expect(items).toMatchObject([
          { turn: { id: saved.turn.id }, text: 'The rows are compared in pairs\n', isWhole: true },
        ]);
      }
    },
  },
  {
    title: 'a turn is saved, read, summarised, recalled by number, id and words, binned and taken back',
    needs: [
      'turn.save',
      'turn.get',
      'turn.text',
      'turn.list',
      'turn.summarise',
      'turn.summaries',
      'turn.recall',
      'turn.delete',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('S2-01', 'S2-05', 'S2-17', 'S2-22', 'S2-40', 'S2-43', 'S2-51', 'B2-03', 'B2-08');
      const where = { projectId: `${name} project`, sessionId: `${name} session` };
      const call = door.client.call;
      const first = (await call('turn.save', { ...where, context: context('The rows are compared in pairs\n') })).turn;
      const second = (await call('turn.save', { ...where, context: context('A map of the rows\n') })).turn;
      await call('turn.summarise', { id: second.id, text: 'Made it linear', insights: ['10 times faster'] });
      expect((await call('turn.text', { id: first.id, part: 0 })).text).toBe('The rows are compared in pairs\n');
      const { items, total } = await call('turn.list', where);
      expect([items.map(({ number }) => number), total]).toEqual([[1, 2], 2]);
      const told = await call('turn.summaries', where);
      expect([told.text, told.unsummarised]).toEqual(['[Turn 2] Made it linear\nInsights: 10 times faster', [1]]);
      const recalled = await call('turn.recall', {
        ...where,
        numbers: [2],
        ids: [second.id],
        words: ['comparing pairs'],
      });
      expect(recalled.items.map(({ turn, by }) => [turn.id, by])).toEqual([
        [second.id, ['number', 'id']],
        [first.id, ['words']],
      ]);
      const { operationId } = await call('turn.delete', { id: first.id });
      expect((await call('turn.list', where)).total).toBe(1);
      await call('operation.undo', { operationId: operationId ?? '' });
      expect((await call('turn.get', { id: first.id })).turn.deletedAt).toBeNull();
    },
  },
  {
    title: 'older turns of a session are pruned by a rule: foretold, put aside without their summaries, and taken back',
    needs: ['turn.save', 'turn.list', 'turn.summaries', 'turn.previewPrune', 'turn.prune', 'operation.undo'],
    async holds(door, name) {
      verifies('S2-54');
      const where = { projectId: `${name} project`, sessionId: `${name} session` };
      const call = door.client.call;
      const texts = ['The first context\n', 'The second context\n', 'The third context\n'];
      for (const text of texts)
        await call('turn.save', { ...where, context: context(text), summary: { text: 'Said' } });
      const rule = { ...where, keepNewest: 1 };
      const bytes = texts.slice(0, 2).join('').length;
      expect(await call('turn.previewPrune', rule)).toMatchObject({ turns: 2, sessions: 1, contextBytes: bytes });
      const { pruned, operationId } = await call('turn.prune', rule);
      expect(pruned).toBe(2);
      const whole = async () =>
        (await call('turn.list', where)).items.flatMap(({ number, prunedAt }) => (prunedAt === null ? [number] : []));
      expect(await whole()).toEqual([3]);
      expect((await call('turn.summaries', where)).items.map(({ number }) => number)).toEqual([1, 2, 3]);
      await call('operation.undo', { operationId: operationId ?? '' });
      expect(await whole()).toEqual([1, 2, 3]);
    },
  },
];

import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of turns, run over every door.

const context = (text: string) => [{ kind: 'workspace', text }];

/** Requirements of turns. */
export const turns: readonly Requirement[] = [
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
];

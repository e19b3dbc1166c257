import { expect, it } from 'vitest';
import { ReflectiveThinking } from '../src/index.ts';
import { ownMemory } from './memories.ts';
import { call, decide, scripted, textOf } from './scripted-model.ts';

const PLACE = { sessionId: 'shop-run', projectId: 'shop' };

it('a model that recalls a damaged turn is told so and given the others, and the program hears of it', async () => {
  const memory = ownMemory();
  const ids: string[] = [];
  for (const text of ['The price list lies in tariffs/2026.csv.', 'The checkout rounds each row.']) {
    ids.push((await memory.call('turn.save', { ...PLACE, context: [{ kind: 'workspace', text }] })).turn.id);
  }
  memory.damage(`DELETE FROM turn_part WHERE turn_id = '${ids[0]}'`);
  const { model, asked } = scripted({
    thinking: [
      { text: 'What was it?', calls: [call('recall_context', { turnNumbers: [1, 2] }), decide(true)] },
      { text: 'Yes.', calls: [decide(false)] },
    ],
  });
  const problems: string[] = [];
  const onProblem = (problem: unknown) => problems.push(String(problem));
  const thinker = new ReflectiveThinking({ model, memory, ...PLACE, onProblem });
  const { recalled } = await thinker.think({ task: 'Make the totals right', context: 'cart.ts is open' });
  const shown = textOf(asked.thinking[1] ?? { messages: [], options: {} });
  expect(shown).toContain('The checkout rounds each row.');
  expect(shown).toContain(`damaged in the memory and not readable: ${ids[0]}`);
  expect(recalled.map(({ turn }) => turn.id)).toEqual([ids[1]]);
  expect(problems).toEqual([expect.stringContaining(ids[0] ?? '')]);
});

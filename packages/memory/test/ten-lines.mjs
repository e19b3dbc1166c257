import { createMemory } from '@twicewise/memory';

const memory = await createMemory(':memory:', { name: 'my-agent' });
const task = 'make the tests of the parser pass';
await memory.call('reflection.store', {
  taskDescription: task,
  outcome: 'failure',
  nextStrategy: 'write a small parser',
});
const { hits } = await memory.call('reflection.search', { taskDescription: task });
for (const { reflection } of hits) console.log(`${reflection.outcome}: ${reflection.nextStrategy}`);
await memory.close();

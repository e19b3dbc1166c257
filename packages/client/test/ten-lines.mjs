import { connect } from '@twicewise/client';

const memory = await connect({ name: 'my-agent', project: { folder: process.cwd() } });
const task = 'make the tests of the parser pass';
const { hits } = await memory.call('reflection.search', { taskDescription: task });
for (const { reflection } of hits) console.log(`${reflection.outcome}: ${reflection.nextStrategy}`);
await memory.call('reflection.store', {
  taskDescription: task,
  outcome: 'failure',
  whatDidNotWork: ['a regular expression for nested brackets'],
  nextStrategy: 'write a small parser',
});
await memory.close();

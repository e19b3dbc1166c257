import { command, reflexion } from '@twicewise/agent';
import { connect } from '@twicewise/client';
import { writeCode } from './model.mjs';

const memory = await connect({ name: 'my-agent', project: { folder: process.cwd() } });
const { status, best } = await reflexion({
  task: 'make the tests of add() pass',
  memory,
  act: async ({ prompt }) => ({ output: await writeCode(prompt) }),
  evaluate: command('node --test'),
});
console.log(`${status} with attempt ${best?.attempt}`);
await memory.close();

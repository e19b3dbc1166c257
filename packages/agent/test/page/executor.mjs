import { ReflectiveExecutor } from '@twicewise/agent';
import { connect } from '@twicewise/client';

const memory = await connect({ name: 'my-agent' });
const executor = new ReflectiveExecutor({ memory, onProblem: console.error });
/** @param {string} way */
const parse = (way) =>
  executor.executeWithReflection('session-1', 'shop', 'parse the CSV of orders', async ({ attempt, lessons }) => {
    console.log(`attempt ${attempt}, lessons: ${lessons.length}`);
    if (way === 'split') throw new Error('a comma in quotes was taken for a separator');
    return { strategies: ['read it character by character'], rows: 12 };
  });
await parse('split').catch((error) => console.log(error.message));
const { rows } = await parse('by character');
console.log(`${rows} rows`);
await memory.close();

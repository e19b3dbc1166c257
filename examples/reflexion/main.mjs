import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForReflection, command, reflexion } from '@twicewise/agent';
import { connect } from '@twicewise/client';
import { chooseModel } from '../choose-model.mjs';
import { scripted } from './scripted-model.mjs';

const TASK = 'Make slug() in slug.js pass its tests. Answer with the whole file and nothing else.';
const folder = await mkdtemp(join(tmpdir(), 'slug-'));
await cp(join(import.meta.dirname, 'task'), folder, { recursive: true });
await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
const source = join(folder, 'slug.js');

const model = chooseModel(scripted());
const memory = await connect({ name: 'example-reflexion' });
const { status, attempts } = await reflexion({
  task: TASK,
  memory,
  projectId: 'example-reflexion',
  evaluate: command(`"${process.execPath}" --test`, { cwd: folder }),
  reflect: askForReflection(model),
  act: async ({ prompt, attempt, signal }) => {
    const files = `slug.js now:\n${await readFile(source, 'utf8')}\nslug.test.js:\n${await readFile(join(folder, 'slug.test.js'), 'utf8')}`;
    const { text } = await model([{ role: 'user', text: `${prompt}\n\n${files}` }], { signal });
    const code = text.replace(/^```\w*\n|\n```\s*$/g, '');
    await writeFile(source, code);
    const strategy = code.split('\n').at(-1)?.trim() ?? '';
    return {
      output: code,
      strategy,
      actions: [{ type: 'code_modification', description: `Version ${attempt}`, filePath: 'slug.js' }],
    };
  },
  onProblem: console.error,
});
for (const { attempt, evaluation } of attempts) {
  const { passed = 0, failed = 0 } = evaluation.checks[0]?.counts ?? {};
  console.log(`attempt ${attempt}: ${passed} passed, ${failed} failed`);
}
console.log(status);
await memory.close();
await rm(folder, { recursive: true });

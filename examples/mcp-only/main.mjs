import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chooseModel } from './model.mjs';

const TASK = 'Write a regular expression that matches a whole ISO date such as 2026-11-25, and nothing else.';
const ASKED = 'Answer with the pattern alone, without slashes and quotes.';
const CASES = Object.entries({
  '2026-11-25': true,
  '1999-01-01': true,
  '2026-1-5': false,
  '25-11-2026': false,
  '2026-13-01': false,
  '2026-11-25T10:00': false,
});
const MOST = 4;

// Where Twicewise is installed, the command is `twicewise`; here it is the one of this checkout.
const command = fileURLToPath(new URL('../../packages/host/bin/twicewise.mjs', import.meta.url));
const memory = new Client({ name: 'example-mcp-only', version: '1.0.0' });
await memory.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--profile', 'full', '--project', 'example-mcp-only'],
    env: Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  }),
);
const session = { sessionId: `mcp-only ${new Date().toISOString()}` };

/**
 * What a tool answers, as text for a model.
 * @param {string} name
 * @param {Record<string, unknown>} input
 */
async function call(name, input) {
  const { content, isError } = await memory.callTool({ name, arguments: input });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError) throw new Error(`${name}: ${text}`);
  return text;
}

/**
 * The cases that a pattern gets wrong.
 * @param {string} pattern
 */
function wrong(pattern) {
  try {
    const whole = new RegExp(`^(?:${pattern})$`);
    return CASES.flatMap(([text, isDate]) => (whole.test(text) === isDate ? [] : [text]));
  } catch (error) {
    return [String(error)];
  }
}

const ask = chooseModel();
const known = await call('memory_brief', { task: TASK, ...session });
/** @type {string[]} */
const tried = [];
let outcome = 'failure';
while (outcome === 'failure' && tried.length < MOST) {
  const prompt = [TASK, ASKED, known, ...tried].join('\n\n');
  const pattern = (await ask(prompt)).trim();
  const failed = wrong(pattern);
  const passed = Math.max(0, CASES.length - failed.length);
  outcome = failed.length === 0 ? 'success' : 'failure';
  const said = `${pattern} gets ${failed.length === 0 ? 'nothing' : failed.join(', ')} wrong`;
  tried.push(`Tried: ${said}.`);
  console.log(`attempt ${tried.length}: ${passed} of ${CASES.length}`);

  const verdict = failed.length === 0 ? 'pass' : 'fail';
  const checks = [{ kind: 'tests', verdict, counts: { passed, failed: failed.length }, output: said }];
  await call('attempt_record', { ...session, task: TASK, outcome, strategy: pattern, content: { checks } });
  await call('reflection_store', {
    ...session,
    taskDescription: TASK,
    attemptNumber: tried.length,
    outcome,
    ...(outcome === 'success'
      ? { whatWorked: [pattern] }
      : { whatDidNotWork: [said], nextStrategy: `Look at ${failed.join(', ')} before the next pattern` }),
  });
  const context = [
    { kind: 'task', text: prompt },
    { kind: 'lessons', text: known },
  ];
  const summary = { text: `Tried ${pattern}: ${passed} of ${CASES.length} cases`, insights: failed };
  await call('turn_save', { ...session, context, reply: [{ kind: 'reply', text: pattern }], summary });
}
console.log(outcome);
const [first] = (await call('turn_recall', { ...session, numbers: [1] })).split('\n').slice(1);
console.log(`recalled: ${first}`);
await memory.close();

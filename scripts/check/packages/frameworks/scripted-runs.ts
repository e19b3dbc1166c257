import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { memoryTools } from '@twicewise/agent';
import { connect, type MemoryClient } from '@twicewise/client';
import { type ModelRequest, type ScriptedAnswer, startModelServer } from '@twicewise/testkit';

// Runs a program with an agent of another library twice, both times with a scripted model: the first stores a lesson, the second
// is told it. Prints `as wanted`, or what is not.

const TASK = 'Deploy the shop to the staging cluster';
/** Found in the memory only if this run put it there. */
const STRATEGY = `Pin the digest ${randomUUID()}`;
const LESSON = { taskDescription: TASK, outcome: 'failure', nextStrategy: STRATEGY };
const SAID = 'I pin the digest.';

const STORES: readonly ScriptedAnswer[] = [
  { calls: [{ tool: 'memory_brief', input: { budget: 500 } }] },
  { calls: [{ tool: 'reflection_store', input: LESSON }] },
  { text: SAID },
];
/** As models write it that name every field: null for what they leave out. */
const ASKS: readonly ScriptedAnswer[] = [
  { calls: [{ tool: 'memory_brief', input: { task: 'roll out to staging, cluster', budget: null } }] },
  { text: SAID },
];

const [program = ''] = process.argv.slice(2);
const problems: string[] = [];

function expect(isSo: boolean, what: string, found: unknown): void {
  if (!isSo) problems.push(`${what}: ${JSON.stringify(found)?.slice(0, 300)}`);
}

/** Runs the program with a model that follows the script; returns what the model was asked. */
async function run(script: readonly ScriptedAnswer[]): Promise<ModelRequest[]> {
  const server = await startModelServer(script);
  try {
    const env = { ...process.env, MODEL_URL: server.url, MODEL_KEY: 'none' };
    const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: dirname(program), env });
    expect(stdout.trim() === SAID, 'the program printed', stdout);
  } catch (error) {
    problems.push(String(error).slice(0, 600));
  } finally {
    await server.close();
  }
  return server.requests;
}

/** The latest answer of a tool in a request. */
const lastAnswer = (request: ModelRequest | undefined) =>
  String(request?.body.messages.findLast(({ role }) => role === 'tool')?.content);

/** The model is shown each tool as the contract describes it; only whether it may name other fields is left to the library. */
function lookAtTools(memory: MemoryClient, request: ModelRequest | undefined): void {
  const shown = new Map(request?.body.tools?.map((tool) => [tool.function.name, tool.function]));
  const tools = memoryTools(memory);
  expect(shown.size === tools.length, 'tools', [...shown.keys()]);
  for (const { name, description, input } of tools) {
    const { description: told, parameters: { properties, required = [], type } = {} } = shown.get(name) ?? {};
    const asShown = { told, type, properties, required };
    const { properties: fields, required: needed = [] } = input;
    const wanted = { told: description, type: 'object', properties: fields, required: needed };
    expect(isDeepStrictEqual(asShown, wanted), `tool ${name}`, asShown);
  }
}

const [first, second, third] = await run(STORES);
const refused = lastAnswer(second);
expect(/^This did not work: task: [\s\S]* call memory_brief again/.test(refused), 'a wrong input', refused);
expect(lastAnswer(third).startsWith('Stored as refl_'), 'what was stored', lastAnswer(third));
const told = lastAnswer((await run(ASKS))[1]);
expect(told.includes('<stored-data') && told.includes(STRATEGY), 'the brief of a second run', told);

const memory = await connect({ name: 'reader', start: false });
lookAtTools(memory, first);
const { items } = await memory.call('reflection.list', { projectId: 'shop' });
const stored = items.find(({ nextStrategy }) => nextStrategy === STRATEGY);
expect(stored?.sessionNativeId === 'release-1', 'stored in the project and session of its tools', stored ?? items);
await memory.close();
process.stdout.write(problems.length === 0 ? 'as wanted\n' : `${problems.join('\n')}\n`);

import { type ClientProgram, PRODUCT } from '@twicewise/contract';
import { type Change, describeChange, notesOn, planInsert, planRemove } from '../connect/change.ts';
import { type AgentClient, CLIENTS, findClient, SCOPES, type Scope, type Surroundings } from '../connect/clients.ts';
import { applyHere, clientConnector, copiesOf, testEntries } from '../connect/connector.ts';
import { type Program, serverArguments, thisProgram } from '../connect/program.ts';
import { dataFolder, homeFolder } from '../data-folder.js';
import { resolveFolder } from '../project-folder.ts';
import { agrees } from './ask.ts';
import { invocation } from './invocation.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} connect [CLIENT] [--scope user|project|local] [--project NAME] [--data DIR]
         [--remove] [--print] [--yes]

Enters ${PRODUCT.name} in the configuration of a program that runs agents: the MCP server, and its hooks where it has some,
which bring lessons to the agent unasked. Shows the exact change and asks before it writes; keeps a copy of each file;
tests what it entered. Without CLIENT it lists the programs.

  --scope    user: everywhere (default); project: this project, for all who work on it; local: you, in this project
  --project  project of all lessons; without it the one the agent works in
  --remove   take it out again: files that nobody has changed since become byte for byte what they were
  --print    show the change, write nothing
  --yes      do not ask

Clients: ${CLIENTS.map(({ id }) => id).join(', ')}.
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function surroundings(): Promise<Surroundings> {
  const { root } = await resolveFolder(process.cwd());
  return { home: homeFolder(), project: root, platform: process.platform, environment: process.env };
}

/** What leads an agent to the memory where no hook does. */
function snippet({ instructions }: AgentClient): string {
  return [
    `To lead its agents to the memory, add this to ${instructions}:`,
    '',
    `  Before a task and before every retry, call memory_brief of ${PRODUCT.mcpKey} with what you are about to do.`,
    '  After every attempt, successful or not, call reflection_store; name the lessons that you used in lessonsUsed.',
  ].join('\n');
}

const STATES: Readonly<Record<ClientProgram['state'], string>> = {
  connected: 'connected',
  found: 'found',
  absent: 'not found',
};

function list(where: Surroundings, data: string): void {
  for (const { id, state, files } of clientConnector(data, where).list()) {
    print(`${id.padEnd(15)} ${STATES[state].padEnd(10)} ${files.join(', ')}`);
  }
  print(`\n${invocation()} connect CLIENT shows what would be entered, and asks.`);
}

async function test(client: AgentClient, changes: readonly Change[], program: Program): Promise<number> {
  const { serverAnswers, hooksAnswer } = await testEntries(client, changes, program);
  const hooks = hooksAnswer === null ? '' : ` The hooks ${hooksAnswer ? 'work' : 'do NOT work'}.`;
  print(`The server ${serverAnswers ? 'answers' : 'does NOT answer'}.${hooks}`);
  if (serverAnswers && hooksAnswer !== false) return 0;
  print(`Look with "${invocation()} doctor"; "${invocation()} connect ${client.id} --remove" takes it out again.`);
  return 1;
}

/** The changes; for a file that cannot be changed for its owner, what to enter there by hand. */
function planOrExplain({ client, scope, isPreview }: Asked, where: Surroundings, program: Program): Change[] {
  try {
    return planInsert(client.files(where, scope), program);
  } catch (error) {
    const entry = { command: program.command, args: serverArguments(program) };
    if (isPreview) print(`The server to enter by hand, as ${PRODUCT.mcpKey}:\n${JSON.stringify(entry, null, 2)}\n`);
    throw error;
  }
}

interface Asked {
  client: AgentClient;
  scope: Scope;
  isRemoval: boolean;
  isPreview: boolean;
  isAgreed: boolean;
}

async function change(asked: Asked, where: Surroundings, program: Program, data: string): Promise<number> {
  const { client, scope, isRemoval, isPreview, isAgreed } = asked;
  const files = client.files(where, scope);
  const changes = isRemoval ? planRemove(files, program, copiesOf(data)) : planOrExplain(asked, where, program);
  if (changes.length === 0) {
    print(isRemoval ? `${PRODUCT.name} is not entered in ${client.name}.` : `${client.name} is connected already.`);
    return 0;
  }
  for (const one of changes) print(describeChange(one));
  if (scope === 'project' && !isRemoval)
    print('These are paths of this machine: others who share the file need their own.\n');
  if (isPreview) {
    if (!isRemoval) print(snippet(client));
    return 0;
  }
  if (!isAgreed && !(await agrees('Write this?', 'say --yes to write this, or --print to only see it.'))) {
    print('Nothing was changed.');
    return 1;
  }
  for (const kept of applyHere(changes, data, Date.now())) print(`Copy of the file before: ${kept}`);
  if (isRemoval) {
    print(`${PRODUCT.name} is no longer entered in ${client.name}.`);
    return 0;
  }
  print(`${PRODUCT.name} is entered in ${client.name}; agents that run already must be started anew.`);
  for (const note of notesOn(files)) print(note);
  const code = await test(client, changes, program);
  print(`\n${snippet(client)}`);
  return code;
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

function scopeOf(client: AgentClient, named: string): Scope {
  if (isScope(named) && client.scopes.includes(named)) return named;
  throw new UsageError(`${client.name} can be connected with --scope ${client.scopes.join(' or ')}.`);
}

/** `twicewise connect` */
export const runConnect: Command = async (args) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    data: text,
    project: text,
    scope: { ...text, default: 'user' },
    remove: flag,
    print: flag,
    yes: flag,
  };
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [id, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Name one client.\n\n${HELP}`);
  const data = dataFolder(values.data, process.env);
  const program = thisProgram(data, values.project ?? null);
  const where = await surroundings();
  if (id === undefined) {
    list(where, data);
    return 0;
  }
  const client = findClient(id);
  if (!client) throw new UsageError(`There is no client ${JSON.stringify(id)}. ${HELP.split('\n').at(-2)}`);
  const asked = {
    client,
    scope: scopeOf(client, values.scope),
    isRemoval: values.remove,
    isPreview: values.print,
    isAgreed: values.yes,
  };
  return change(asked, where, program, data);
};

import { existsSync, readFileSync } from 'node:fs';
import { dataFolder, homeFolder } from '@twicewise/client/data-folder';
import { type ClientProgram, PRODUCT } from '@twicewise/contract';
import { resolveFolder } from '@twicewise/memory/host-side';
import { storePaths } from '@twicewise/store';
import type { Named } from '../callers.ts';
import { type Change, describeChange, planInsert, planRemove, remarksOn } from '../connect/change.ts';
import { type AgentClient, CLIENTS, instructionsOf, type Machine, SCOPES, type Scope } from '../connect/clients.ts';
import type { ConfigFile } from '../connect/config-file.ts';
import { applyHere, clientConnector, copiesOf, testEntries } from '../connect/connector.ts';
import { clientNamed, clientsLike, foundBy } from '../connect/installed.ts';
import { INSTRUCTIONS } from '../connect/instructions.ts';
import { findOurCommand, type OurCommand, serverArguments } from '../connect/our-command.ts';
import { installationOf } from '../installation.ts';
import { clientOf, openAccess } from './access.ts';
import { agrees } from './ask.ts';
import { checkClients, renderChecks } from './connect-check.ts';
import { invocation } from './invocation.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const KNOWN = `Clients: ${CLIENTS.map(({ id }) => id).join(', ')}.`;

const HELP = `Usage: ${PRODUCT.command} connect [CLIENT] [--scope user|project|local] [--project NAME] [--data DIR]
         [--instructions] [--remove] [--print] [--yes]
       ${PRODUCT.command} connect --check [--data DIR]

Enters ${PRODUCT.name} in the configuration of a program that runs agents: the MCP server, its hooks where it has some,
which bring lessons to the agent unasked, and leave to call our tools without asking each time. Shows the exact change and
asks before it writes, keeps a copy of each file, and tests what it entered. Without CLIENT it lists the programs.

  --scope    user: everywhere (default); project: this project, for all who work on it; local: you, in this project
  --project  project of all lessons; without it the one the agent works in
  --instructions  only a marked section in the file of standing instructions (AGENTS.md, CLAUDE.md, …), which leads
             agents to the memory where no hook does
  --remove   take it out again: files that nobody has changed since become byte for byte what they were
  --print    show the change, write nothing
  --check    say for each program that is here whether it is entered, works, and when its agents were heard last; changes
             no file of theirs, and starts a host to try the server; exit code 1 where something entered does not work
  --yes      do not ask

${KNOWN}
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function thisMachine(): Promise<Machine> {
  const { root } = await resolveFolder(process.cwd());
  return { home: homeFolder(), project: root, platform: process.platform, environment: process.env };
}

/** Standing instructions that lead agents to the memory where no hook does. */
function snippet({ id, instructions }: AgentClient): string {
  return [
    `To lead its agents to the memory, add this to ${instructions} (or let "${invocation()} connect ${id} --instructions" do it):`,
    '',
    ...INSTRUCTIONS.map((line) => `  ${line}`),
  ].join('\n');
}

const STATES: Readonly<Record<ClientProgram['state'], string>> = {
  connected: 'connected',
  found: 'found',
  absent: 'not found',
};

function list(where: Machine, data: string): void {
  for (const { id, state, foundBy, files } of clientConnector(data, where).list()) {
    // For a program without any of its files, say how it was detected.
    const by = state === 'found' && foundBy !== null ? ` (by ${foundBy})` : '';
    print(`${id.padEnd(15)} ${STATES[state].padEnd(10)} ${files.join(', ')}${by}`);
  }
  print(`\n${invocation()} connect CLIENT shows what would be entered, and asks.`);
}

async function test(
  client: AgentClient,
  changes: readonly Change[],
  ourCommand: OurCommand,
  isHindered: boolean,
): Promise<number> {
  const { serverAnswers, hooksAnswer } = await testEntries(client, changes, ourCommand);
  const work = isHindered ? `work once ${client.name} runs them (see above)` : 'work';
  const hooks = hooksAnswer === null ? '' : ` The hooks ${hooksAnswer ? work : 'do NOT work'}.`;
  print(`The server ${serverAnswers ? 'answers' : 'does NOT answer'}.${hooks}`);
  if (serverAnswers && hooksAnswer !== false) return 0;
  print(`Look with "${invocation()} doctor"; "${invocation()} connect ${client.id} --remove" takes it out again.`);
  return 1;
}

/** The changes; for a file that we may not change, what to enter there by hand. */
function planOrExplain(asked: Asked, where: Machine, ourCommand: OurCommand): Change[] {
  try {
    return planInsert(filesOf(asked, where), ourCommand);
  } catch (error) {
    const entry = { command: ourCommand.command, args: serverArguments(ourCommand) };
    if (asked.isPreview)
      print(`The server to enter by hand, as ${PRODUCT.mcpKey}:\n${JSON.stringify(entry, null, 2)}\n`);
    throw error;
  }
}

interface Asked {
  client: AgentClient;
  scope: Scope;
  isRemoval: boolean;
  isPreview: boolean;
  isAgreed: boolean;
  /** Only the section in the file of standing instructions. */
  isInstructions: boolean;
}

/** The files to change. Throws {@link UsageError} when the program reads no standing instructions in this scope. */
function filesOf({ client, scope, isInstructions, isRemoval }: Asked, where: Machine): ConfigFile[] {
  const file = instructionsOf(client, where, scope);
  // Removing the entry removes all parts of it, the instructions included.
  if (!isInstructions) return [...client.files(where, scope), ...(isRemoval && file ? [file] : [])];
  if (file) return [file];
  throw new UsageError(
    scope !== 'project' && client.instructions.endsWith('.md')
      ? `${client.name} reads ${client.instructions} in the project: say --scope project.`
      : `${client.name} reads no file with sections; give its agents the words by hand (--print shows them).`,
  );
}

async function change(asked: Asked, where: Machine, ourCommand: OurCommand, data: string): Promise<number> {
  const { client, scope, isRemoval, isPreview, isAgreed, isInstructions } = asked;
  const files = filesOf(asked, where);
  const changes = isRemoval ? planRemove(files, ourCommand, copiesOf(data)) : planOrExplain(asked, where, ourCommand);
  if (changes.length === 0) {
    const there = isInstructions ? 'The section is there already.' : `${client.name} is connected already.`;
    print(isRemoval ? `${PRODUCT.name} is not entered in ${client.name}.` : there);
    return 0;
  }
  for (const one of changes) print(describeChange(one));
  if (scope === 'project' && !isRemoval && !isInstructions)
    print('These are paths of this machine: others who share the file need their own.\n');
  if (isPreview) {
    if (!isRemoval && !isInstructions) print(snippet(client));
    return 0;
  }
  if (!isAgreed && !(await agrees('Write this?', 'say --yes to write this, or --print to only see it.'))) {
    print('Nothing was changed.');
    return 1;
  }
  for (const kept of applyHere(changes, data, Date.now())) print(`Copy of the file before: ${kept}`);
  if (isInstructions) {
    print(`Agents of ${client.name} ${isRemoval ? 'no longer read it' : 'read it'} from their next session on.`);
    return 0;
  }
  if (isRemoval) {
    print(`${PRODUCT.name} is no longer entered in ${client.name}.`);
    return 0;
  }
  print(`${PRODUCT.name} is entered in ${client.name}; agents that run already must be started anew.`);
  const { obstacles, notes } = remarksOn(files);
  for (const line of [...obstacles, ...notes]) print(line);
  const code = await test(client, changes, ourCommand, obstacles.length > 0);
  print(`\n${snippet(client)}`);
  return code;
}

/** How many answers to agents are searched for when each program was last heard from. */
const MAX_TELLINGS = 100;

/** Checks every installed program and changes nothing. */
async function check(where: Machine, ourCommand: OurCommand, data: string, asker: Named): Promise<number> {
  // Only the memory knows who was heard from; without a memory nobody was.
  const access = existsSync(storePaths(data).database) ? await openAccess(data) : null;
  const heard = access && (await clientOf(access, asker).call('exposure.recent', { limit: MAX_TELLINGS, empty: true }));
  await access?.close();
  const command = (id: string) => `${invocation()} connect ${id}`;
  const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const checked = { where, ourCommand, tellings: heard?.items ?? [], command, textOf };
  const checks = await checkClients(checked, (client) => foundBy(client, where) !== null);
  print(renderChecks(checks));
  return checks.every(({ state, problems }) => state === 'not entered' || problems.length === 0) ? 0 : 1;
}

/** Refuses to enter a path that npx may delete at any time. Throws {@link UsageError}. */
function refuseFleeting(isHarmless: boolean): void {
  if (isHarmless || installationOf().kind !== 'npx') return;
  throw new UsageError(
    `npx keeps ${PRODUCT.name} in a cache, from which it may vanish; agents would look for it there. Install it first: npm install --global ${PRODUCT.command}`,
  );
}

/** The program that the words name; a name of several words needs no quotes. Throws {@link UsageError}. */
function clientMeant(words: readonly string[]): AgentClient {
  const name = words.join(' ');
  const client = clientNamed(name);
  if (client) return client;
  if (words.length > 1 && words.every(clientNamed))
    throw new UsageError('Name one client; each is connected by itself.');
  const like = clientsLike(name).map(({ id }) => id);
  const hint = like.length === 0 ? '' : ` Did you mean ${like.join(' or ')}?`;
  throw new UsageError(`There is no client ${JSON.stringify(name)}.${hint} ${KNOWN}`);
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

function scopeOf(client: AgentClient, named: string): Scope {
  if (isScope(named) && client.scopes.includes(named)) return named;
  throw new UsageError(`${client.name} can be connected with --scope ${client.scopes.join(' or ')}.`);
}

/** `twicewise connect` */
export const runConnect: Command = async (args, asker) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    data: text,
    project: text,
    scope: { ...text, default: 'user' },
    remove: flag,
    check: flag,
    instructions: flag,
    print: flag,
    yes: flag,
  };
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const data = dataFolder(values.data, process.env);
  const ourCommand = findOurCommand(data, values.project ?? null);
  const where = await thisMachine();
  if (values.check) return check(where, ourCommand, data, asker);
  if (positionals.length === 0) {
    list(where, data);
    return 0;
  }
  refuseFleeting(values.remove || values.print);
  const client = clientMeant(positionals);
  const asked = {
    client,
    scope: scopeOf(client, values.scope),
    isRemoval: values.remove,
    isPreview: values.print,
    isAgreed: values.yes,
    isInstructions: values.instructions,
  };
  return change(asked, where, ourCommand, data);
};

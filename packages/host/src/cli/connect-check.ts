import { AppError, type OutputOf } from '@twicewise/contract';
import { planInsert, remarksOn } from '../connect/change.ts';
import { type AgentClient, CLIENTS, type Machine } from '../connect/clients.ts';
import type { ConfigFile } from '../connect/config-file.ts';
import { hookAnswers, serverAnswers } from '../connect/handshake.ts';
import type { OurCommand } from '../connect/our-command.ts';

type Telling = OutputOf<'exposure.recent'>['items'][number];

/** The state of our entry in one program. */
export interface ClientCheck {
  readonly id: string;
  readonly name: string;
  /** `other`: entered, but differently from how this installation would enter itself. */
  readonly state: 'connected' | 'other' | 'not entered' | 'unreadable';
  /** When its agents last asked, and when its hooks last ran, even if they were told nothing; null for not lately. */
  readonly lastAsked: string | null;
  readonly lastHook: string | null;
  /** What keeps it from working, and how to fix it. */
  readonly problems: readonly string[];
  /** Other remarks about the program. */
  readonly notes: readonly string[];
}

/** The name a program gives over MCP, where it does not contain the program's id. */
const NAMES: Readonly<Record<string, string>> = {
  vscode: 'visual studio code',
  'vscode-insiders': 'visual studio code - insiders',
  droid: 'factory',
};

function isFrom({ id }: AgentClient, { client }: Telling): boolean {
  const name = NAMES[id] ?? id;
  const heard = client?.toLowerCase() ?? '';
  const at = heard.indexOf(name);
  // Matches whole words only: "amp" does not match "example".
  return at >= 0 && !/[a-z]/.test(heard[at - 1] ?? '') && !/[a-z]/.test(heard[at + name.length] ?? '');
}

function newest(client: AgentClient, tellings: readonly Telling[], isOf: (telling: Telling) => boolean): string | null {
  return tellings.find((telling) => isFrom(client, telling) && isOf(telling))?.at ?? null;
}

function stateIn(
  files: readonly ConfigFile[],
  ourCommand: OurCommand,
  texts: (path: string) => string,
): ClientCheck['state'] {
  if (planInsert(files, ourCommand).length === 0) return 'connected';
  return files.some((file) => file.has(texts(file.path))) ? 'other' : 'not entered';
}

/** What a check needs. */
export interface CheckedWith {
  readonly where: Machine;
  readonly ourCommand: OurCommand;
  /** The newest answers to agents, newest first. */
  readonly tellings: readonly Telling[];
  /** The command that enters a program. */
  readonly command: (id: string) => string;
  /** Text of a file; '' when it does not exist. */
  readonly textOf: (path: string) => string;
}

async function problemsOf(
  client: AgentClient,
  state: ClientCheck['state'],
  answers: boolean,
  { where, ourCommand, command }: CheckedWith,
): Promise<string[]> {
  if (state === 'not entered') return [`It is not entered: ${command(client.id)}`];
  const files = client.files(where, 'user');
  const hasHooks = files.some(({ holds }) => holds !== 'server');
  return [
    ...(state === 'other' ? [`It is entered otherwise than now: ${command(client.id)} corrects it.`] : []),
    ...(answers ? [] : ['The server does not answer.']),
    ...(hasHooks && !(await hookAnswers(ourCommand, client.id)) ? ['Its hooks do not reach the host.'] : []),
  ];
}

/** Checks every installed program: is it entered correctly, does it work, and when was it last heard from? */
export async function checkClients(
  checked: CheckedWith,
  isThere: (client: AgentClient) => boolean,
): Promise<ClientCheck[]> {
  const { where, ourCommand, tellings, textOf } = checked;
  const answers = await serverAnswers(ourCommand);
  const found: ClientCheck[] = [];
  for (const client of CLIENTS.filter(isThere)) {
    const { id, name } = client;
    const heard = {
      lastAsked: newest(client, tellings, ({ trigger }) => trigger === 'tool'),
      lastHook: newest(client, tellings, ({ trigger }) => trigger !== 'tool'),
    };
    try {
      const state = stateIn(client.files(where, 'user'), ourCommand, textOf);
      const { obstacles, notes } = remarksOn(state === 'not entered' ? [] : client.files(where, 'user'));
      const problems = [...(await problemsOf(client, state, answers, checked)), ...obstacles];
      found.push({ id, name, state, ...heard, problems, notes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      found.push({ id, name, state: 'unreadable', ...heard, problems: [`${error.message} ${error.hint}`], notes: [] });
    }
  }
  return found;
}

/** Renders checks as text: one line per program, followed by its problems. */
export function renderChecks(checks: readonly ClientCheck[]): string {
  if (checks.length === 0) return 'No program that runs agents is here.';
  const timeOf = (at: string | null) => (at === null ? 'not yet' : `${at.slice(0, 16).replace('T', ' ')} UTC`);
  return checks
    .flatMap(({ id, state, lastAsked, lastHook, problems, notes }) => [
      `${id.padEnd(15)} ${state.padEnd(12)} last question ${timeOf(lastAsked)}, last hook ${timeOf(lastHook)}`,
      ...[...problems, ...notes].map((line) => `${' '.repeat(16)}${line}`),
    ])
    .join('\n');
}

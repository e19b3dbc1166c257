import { userInfo } from 'node:os';
import { type Caller, PRODUCT, PROGRAM_NAMES, shorten } from '@twicewise/contract';

// Who calls, as far as a door can know (docs/adr/0027-who-is-a-person.md). A caller is a person only where that is proved, or
// where the caller states it and the statement is recorded. Everything else is named after its program.

/** What a door knows about a caller. */
export type Named = Pick<Caller, 'author' | 'client'>;

/** Longest name that is passed on, in UTF-16 units. What is stored is shorter, and cut only after secrets are removed. */
export const MAX_NAME = 2000;

/** The login name of the user who runs this process. In a container a user often has a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

function byPerson(client: string | null): Named {
  return { author: { kind: 'person', name: userName() }, client };
}

function byProgram(name: string, client: string): Named {
  return { author: { kind: 'agent', name: shorten(name, MAX_NAME) }, client };
}

/** The person at this machine, through the given door. */
export function person(door: Caller['door']): Caller {
  return { door, ...byPerson(null), session: null, project: null };
}

/** Header by which a program over HTTP speaks for its person; the log records its use. */
export const AS_PERSON_HEADER = `${PRODUCT.command}-as-person`;

/** What is known about an HTTP request. */
export interface HttpAsker {
  /** A browser header states that our own page sent the request; scripts in other pages cannot forge it. */
  isOwnPage: boolean;
  saysPerson: boolean;
  userAgent: string | undefined;
}

/** Determines the caller over HTTP. The token opens the door; it does not say who holds it. */
export function httpCaller({ isOwnPage, saysPerson, userAgent }: HttpAsker): Caller {
  const client = userAgent === undefined ? null : shorten(userAgent, MAX_NAME);
  const program = client ?? PROGRAM_NAMES.http;
  const asPerson = () => byPerson(shorten(`${AS_PERSON_HEADER}, ${program}`, MAX_NAME));
  const named = isOwnPage ? byPerson(client) : saysPerson ? asPerson() : byProgram(PROGRAM_NAMES.http, program);
  return { door: 'http', ...named, session: null, project: null };
}

/** Option by which a command speaks for its person where nothing proves one; the log records its use. */
export const AS_PERSON = '--as-person';

/**
 * Variables that agent programs set for the commands they start, each with the program's name. Variables that an editor also sets
 * in its person's terminal prove nothing and are left out.
 */
const AGENT_VARIABLES: readonly (readonly [variable: string, program: string])[] = [
  ['CLAUDECODE', 'claude-code'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_SANDBOX_NETWORK_DISABLED', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['CODEX_CI', 'codex'],
  ['CURSOR_AGENT', 'cursor'],
  ['GEMINI_CLI', 'gemini-cli'],
  ['QWEN_CODE', 'qwen-code'],
  ['OPENCODE', 'opencode'],
  ['OPENCODE_CLIENT', 'opencode'],
  ['CLINE_ACTIVE', 'cline'],
  ['AUGMENT_AGENT', 'augment'],
  ['ANTIGRAVITY_AGENT', 'antigravity'],
  ['COPILOT_CLI', 'copilot'],
  ['GOOSE_TERMINAL', 'goose'],
  ['TRAE_AI_SHELL_ID', 'trae'],
];
/** Variables proposed for all agents; their value is the agent's name. */
const AGENT_NAMES = ['AI_AGENT', 'AGENT'] as const;
/** Values that mean "no", or "yes" without a name. */
const SAYS_NO = /^(0|false|off|no)?$/i;
const SAYS_YES = /^(1|true|on|yes)$/i;

/** The agent program that started this process according to its environment; null when nothing indicates one. */
export function agentAround(environment: NodeJS.ProcessEnv): string | null {
  const known = AGENT_VARIABLES.find(([variable]) => !SAYS_NO.test(environment[variable] ?? ''));
  if (known) return known[1];
  const named = AGENT_NAMES.map((variable) => environment[variable] ?? '').find((value) => !SAYS_NO.test(value));
  if (named === undefined) return null;
  return SAYS_YES.test(named) ? 'agent' : shorten(named, MAX_NAME);
}

/** What is known about how a command was started. */
export interface CommandAsker {
  saysPerson: boolean;
  /** Standard input and output are both a terminal: somebody can read the answer and type the next line. */
  isAtTerminal: boolean;
  environment: NodeJS.ProcessEnv;
}

/** Determines the caller on the command line. An agent has no terminal, or its environment names it. */
export function commandAsker({ saysPerson, isAtTerminal, environment }: CommandAsker): Named {
  const agent = agentAround(environment);
  const runBy = agent === null ? '' : `, run by ${agent}`;
  if (saysPerson) return byPerson(shorten(`${PROGRAM_NAMES.cli} ${AS_PERSON}${runBy}`, MAX_NAME));
  if (isAtTerminal && agent === null) return byPerson(`${PROGRAM_NAMES.cli} at a terminal`);
  return byProgram(agent ?? PROGRAM_NAMES.cli, shorten(`${PROGRAM_NAMES.cli}${runBy}`, MAX_NAME));
}

import { userInfo } from 'node:os';
import { type Caller, PRODUCT, PROGRAM_NAMES, shorten } from '@twicewise/contract';

// Who calls, as far as a door can know it (docs/adr/0027-who-is-a-person.md): a person where a person is proved, or where
// somebody says so and it stays written down; everything else is named for the program that it is.

/** What a door says of a caller. */
export type Named = Pick<Caller, 'author' | 'client'>;

const MAX_NAME = 120;

/** What the system calls whoever runs this. In a container a user often has a number and no name. */
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

/** Header that a program over HTTP speaks for its person with; the history keeps it. */
export const AS_PERSON_HEADER = `${PRODUCT.command}-as-person`;

/** What is known of a request over HTTP. */
export interface HttpAsker {
  /** A browser says that our own page asks; no script in a page can say so in its place. */
  isOwnPage: boolean;
  saysPerson: boolean;
  userAgent: string | undefined;
}

/** Who asks over HTTP. The token opens the door; it does not say who holds it. */
export function httpCaller({ isOwnPage, saysPerson, userAgent }: HttpAsker): Caller {
  const client = userAgent === undefined ? null : shorten(userAgent, MAX_NAME);
  const program = client ?? PROGRAM_NAMES.http;
  const asPerson = () => byPerson(shorten(`${AS_PERSON_HEADER}, ${program}`, MAX_NAME));
  const named = isOwnPage ? byPerson(client) : saysPerson ? asPerson() : byProgram(PROGRAM_NAMES.http, program);
  return { door: 'http', ...named, session: null, project: null };
}

/** Option by which a command speaks for its person where nothing proves one; the history keeps it. */
export const AS_PERSON = '--as-person';

/**
 * Variables that programs which run agents set for the commands they start, with the name of the program. Those that an
 * editor also sets in the terminal of its person prove nothing and are left out.
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
/** Proposed for all agents; their value is the name. */
const AGENT_NAMES = ['AI_AGENT', 'AGENT'] as const;
/** Values that say "no" or only "yes". */
const SAYS_NO = /^(0|false|off|no)?$/i;
const SAYS_YES = /^(1|true|on|yes)$/i;

/** The agent's program that started this process, as its environment says; null when nothing says so. */
export function agentAround(environment: NodeJS.ProcessEnv): string | null {
  const known = AGENT_VARIABLES.find(([variable]) => !SAYS_NO.test(environment[variable] ?? ''));
  if (known) return known[1];
  const named = AGENT_NAMES.map((variable) => environment[variable] ?? '').find((value) => !SAYS_NO.test(value));
  if (named === undefined) return null;
  return SAYS_YES.test(named) ? 'agent' : shorten(named, MAX_NAME);
}

/** What is known of how a command was started. */
export interface CommandAsker {
  saysPerson: boolean;
  /** Both standard input and output are a terminal: somebody can read the answer and type the next line. */
  isAtTerminal: boolean;
  environment: NodeJS.ProcessEnv;
}

/** Who asks on the command line. An agent with a shell has no terminal, or says in its environment what it is. */
export function commandAsker({ saysPerson, isAtTerminal, environment }: CommandAsker): Named {
  const agent = agentAround(environment);
  const runBy = agent === null ? '' : `, run by ${agent}`;
  if (saysPerson) return byPerson(shorten(`${PROGRAM_NAMES.cli} ${AS_PERSON}${runBy}`, MAX_NAME));
  if (isAtTerminal && agent === null) return byPerson(`${PROGRAM_NAMES.cli} at a terminal`);
  return byProgram(agent ?? PROGRAM_NAMES.cli, shorten(`${PROGRAM_NAMES.cli}${runBy}`, MAX_NAME));
}

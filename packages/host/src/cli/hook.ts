import { dataFolder } from '@twicewise/client/data-folder';
import { type Client, counted, type InputOf, PRODUCT, type Settings } from '@twicewise/contract';
import { clientOf, openAccess } from './access.ts';
import { invocation } from './invocation.ts';
import { type NamedProject, projectOf } from './project.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} hook EVENT [--agent NAME] [--project NAME] [--data DIR]
       ${PRODUCT.command} hook on|off|status [--project NAME] [--data DIR]
       ${PRODUCT.command} hook pause|resume [--session ID] [--data DIR]

With EVENT: what an agent's program runs. Reads the hook's JSON from standard input and prints what the agent should
know, in the form that reaches it: when a session starts, with a prompt, after a command that failed; at the end of a turn it
hands over the transcript of the session, which is written down from it; the end of a session closes it. Says nothing, with
exit code 0, when there is nothing to say or anything goes wrong.

  --agent NAME   the program that runs it, by the name that "connect" has for it; without it Claude Code
  on, off        let every hook speak and sessions be written down, or neither; with --project only there
  pause, resume  write one session down no more, or again, with what happened meanwhile; without --session the one in
                 which this command runs, where its program names it (in Claude Code: !${invocation('/')} hook pause; in Codex)
  status         say which it is
  --project NAME a project by name or id; "." is that of the working folder

TWICEWISE_HOOKS=off in the environment keeps the hooks of one agent silent, and its sessions are not written down.
TWICEWISE_HOOK_PATIENCE=3 lets them wait up to three times as long for the memory, on a machine that is slow or busy.
`;

/** Variables by which agent programs tell the commands they run which session they are in. */
const SESSION_VARIABLES = ['CLAUDE_CODE_SESSION_ID', 'CODEX_THREAD_ID'] as const;
/** Maximum number of paused sessions, as the setting allows; the oldest are dropped first. */
const MAX_PAUSED = 1000;

const VERBS = ['on', 'off', 'status', 'pause', 'resume'] as const;
type Verb = (typeof VERBS)[number];

/** What to say about a project while a switch is off for all projects. */
function whileAllAreOff(off: readonly string[], project: NamedProject | null): string {
  if (!project) return '';
  return off.includes(project.id)
    ? `, and ${project.name} stays out when that is switched on again`
    : `, also in ${project.name}, until "${invocation()} hook on" without --project`;
}

function spoken(settings: Settings, project: NamedProject | null): string {
  const off = settings['remind.offProjects'];
  if (!settings['remind.enabled']) return `Hooks are silent everywhere${whileAllAreOff(off, project)}.`;
  if (project && off.includes(project.id)) return `Hooks are silent in ${project.name}.`;
  if (project) return `Hooks speak in ${project.name}.`;
  const count = off.length;
  return count === 0 ? 'Hooks speak.' : `Hooks speak, except in ${counted(count, 'project')}.`;
}

function written(settings: Settings, project: NamedProject | null): string {
  const off = settings['capture.offProjects'];
  if (!settings['capture.enabled']) return `No session is written down${whileAllAreOff(off, project)}.`;
  if (project && off.includes(project.id)) return `No session of ${project.name} is written down.`;
  if (project) return `Sessions of ${project.name} are written down.`;
  const paused = settings['capture.offSessions'].length;
  const left = [
    ...(off.length === 0 ? [] : [`in ${counted(off.length, 'project')}`]),
    ...(paused === 0 ? [] : [`${counted(paused, 'paused session')}`]),
  ];
  return left.length === 0 ? 'Sessions are written down.' : `Sessions are written down, except ${left.join(' and ')}.`;
}

type Changes = InputOf<'settings.set'>['changes'];

function switched(settings: Settings, verb: 'on' | 'off', project: NamedProject | null): Changes {
  if (!project) return { 'remind.enabled': verb === 'on', 'capture.enabled': verb === 'on' };
  const named = (key: 'remind.offProjects' | 'capture.offProjects') => {
    const others = settings[key].filter((id) => id !== project.id);
    return { [key]: verb === 'off' ? [...others, project.id] : others };
  };
  return { ...named('remind.offProjects'), ...named('capture.offProjects') };
}

function sessionMeant(named: string | undefined): string {
  const session = named ?? SESSION_VARIABLES.map((name) => process.env[name]).find((value) => value);
  if (session !== undefined && session !== '') return session;
  throw new UsageError(
    `Name the session with --session: this was not started by a program that says which it is. "${PRODUCT.command} hook status" and the page show those that are paused.\n\n${HELP}`,
  );
}

async function pause(client: Client, verb: 'pause' | 'resume', session: string): Promise<string> {
  const { settings } = await client.call('settings.get', {});
  const others = settings['capture.offSessions'].filter((one) => one !== session);
  const sessions = verb === 'pause' ? [...others, session].slice(-MAX_PAUSED) : others;
  await client.call('settings.set', { changes: { 'capture.offSessions': sessions } });
  return verb === 'pause' ? `Session ${session} is written down no more.` : `Session ${session} is written down.`;
}

async function say(client: Client, verb: Verb, values: { project?: string; session?: string }): Promise<string> {
  if (verb === 'pause' || verb === 'resume') return pause(client, verb, sessionMeant(values.session));
  const project = values.project === undefined ? null : await projectOf(client, values.project);
  let { settings } = await client.call('settings.get', {});
  if (verb !== 'status') {
    ({ settings } = await client.call('settings.set', { changes: switched(settings, verb, project) }));
  }
  const paused = settings['capture.offSessions'].map((id) => `\nPaused: ${id}`).join('');
  return `${spoken(settings, project)} ${written(settings, project)}${verb === 'status' ? paused : ''}`;
}

/** `twicewise hook on|off|status|pause|resume`; the hooks themselves run in `bin/hook-entry.mjs`. */
export const runHookSwitch: Command = async (args, asker) => {
  const text = { type: 'string' } as const;
  const parsed = readArguments(args, { data: text, project: text, session: text }, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [word = '', ...more] = positionals;
  const verb = VERBS.find((one) => one === word.toLowerCase());
  if (more.length > 0 || verb === undefined) throw new UsageError(`Say on, off, status, pause or resume.\n\n${HELP}`);
  const access = await openAccess(dataFolder(values.data, process.env));
  try {
    process.stdout.write(`${await say(clientOf(access, asker), verb, values)}\n`);
    return 0;
  } finally {
    await access.close();
  }
};

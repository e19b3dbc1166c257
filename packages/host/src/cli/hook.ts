import { PRODUCT } from '@twicewise/contract';
import { dataFolder } from '../data-folder.js';
import { clientOf, openAccess } from './access.ts';
import { type NamedProject, projectOf } from './project.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} hook EVENT [--agent NAME] [--project NAME] [--data DIR]
       ${PRODUCT.command} hook on|off|status [--project NAME] [--data DIR]

With EVENT: what an agent's program runs. Reads the hook's JSON from standard input and prints what the agent should
know, in the form that reaches it: when a session starts, with a prompt, after a command that failed; the end of a session
closes it. Says nothing, with exit code 0, when there is nothing to say or anything goes wrong.

  --agent NAME   the program that runs it, by the name that "connect" has for it; without it Claude Code
  on, off        let every hook speak, or keep all of them silent; with --project only there
  status         say which it is
  --project NAME a project by name or id; "." is that of the working folder

TWICEWISE_HOOKS=off in the environment keeps the hooks of one agent silent.
`;

function describe(enabled: boolean, offProjects: readonly string[], project: NamedProject | null) {
  if (!enabled) return 'Hooks are silent everywhere.';
  if (project && offProjects.includes(project.id)) return `Hooks are silent in ${project.name}.`;
  if (project) return `Hooks speak in ${project.name}.`;
  const count = offProjects.length;
  return count === 0 ? 'Hooks speak.' : `Hooks speak, except in ${count} ${count === 1 ? 'project' : 'projects'}.`;
}

/** `twicewise hook on|off|status`; the hooks themselves run in `bin/hook-entry.mjs`. */
export const runHookSwitch: Command = async (args, asker) => {
  const parsed = readArguments(args, { data: { type: 'string' }, project: { type: 'string' } }, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [word = '', ...more] = positionals;
  const verb = word.toLowerCase();
  if (more.length > 0 || !['on', 'off', 'status'].includes(verb)) {
    throw new UsageError(`Say on, off or status.\n\n${HELP}`);
  }
  const access = await openAccess(dataFolder(values.data, process.env));
  try {
    const client = clientOf(access, asker);
    const project = values.project === undefined ? null : await projectOf(client, values.project);
    let { settings } = await client.call('settings.get', {});
    if (verb !== 'status') {
      const others = settings['remind.offProjects'].filter((id) => id !== project?.id);
      const changes = project
        ? { 'remind.offProjects': verb === 'off' ? [...others, project.id] : others }
        : { 'remind.enabled': verb === 'on' };
      ({ settings } = await client.call('settings.set', { changes }));
    }
    process.stdout.write(`${describe(settings['remind.enabled'], settings['remind.offProjects'], project)}\n`);
    return 0;
  } finally {
    await access.close();
  }
};

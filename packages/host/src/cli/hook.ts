import { type Client, PRODUCT } from '@twicewise/contract';
import { dataFolder } from '../data-folder.js';
import { clientOf, commandCaller, openAccess } from './access.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} hook EVENT [--project NAME] [--data DIR]
       ${PRODUCT.command} hook on|off|status [--project NAME] [--data DIR]

With EVENT: what an agent's program runs. Reads the hook's JSON from standard input and prints what the agent should
know, in the form that reaches it: at SessionStart, UserPromptSubmit and PostToolUseFailure of Claude Code; SessionEnd
closes the session. Says nothing, with exit code 0, when there is nothing to say or anything goes wrong.

  on, off        let every hook speak, or keep all of them silent; with --project only there
  status         say which it is
  --project NAME a project by name or id; "." is that of the working folder

TWICEWISE_HOOKS=off in the environment keeps the hooks of one agent silent.
`;

/** The project as its operation knows it; "." is that of the working folder. */
async function projectOf(client: Client, named: string): Promise<{ id: string; name: string }> {
  if (named !== '.') return (await client.call('project.get', { id: named })).project;
  const { project } = commandCaller();
  const key = project !== null && 'folder' in project ? project.folder.key : null;
  for (let cursor: string | undefined; ; ) {
    const page = await client.call('project.list', { limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    const found = page.items.find(({ gitCommonDir, root }) => key !== null && (gitCommonDir === key || root === key));
    if (found) return found;
    if (page.nextCursor === null) throw new UsageError('The working folder is no project here yet; name one.');
    cursor = page.nextCursor;
  }
}

function describe(enabled: boolean, offProjects: readonly string[], project: { id: string; name: string } | null) {
  if (!enabled) return 'Hooks are silent everywhere.';
  if (project && offProjects.includes(project.id)) return `Hooks are silent in ${project.name}.`;
  if (project) return `Hooks speak in ${project.name}.`;
  const count = offProjects.length;
  return count === 0 ? 'Hooks speak.' : `Hooks speak, except in ${count} ${count === 1 ? 'project' : 'projects'}.`;
}

/** `twicewise hook on|off|status`; the hooks themselves run in `bin/hook-entry.mjs`. */
export const runHookSwitch: Command = async (args) => {
  const parsed = readArguments(args, { data: { type: 'string' }, project: { type: 'string' } }, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [verb, ...more] = positionals;
  if (more.length > 0 || !['on', 'off', 'status'].includes(verb ?? '')) {
    throw new UsageError(`Say on, off or status.\n\n${HELP}`);
  }
  const access = await openAccess(dataFolder(values.data, process.env));
  try {
    const client = clientOf(access);
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

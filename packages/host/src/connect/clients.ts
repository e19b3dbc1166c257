import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { claudeHooksFor } from './claude-version.ts';
import { clineHook } from './cline-hooks.ts';
import { codexHooks } from './codex-hooks.ts';
import { type ConfigFile, serverAndHooks } from './config-file.ts';
import { copilotHooks } from './copilot-hooks.ts';
import { cursorHooks } from './cursor-hooks.ts';
import { DROID, GEMINI, type NestedProgram, QWEN } from './hook-events.ts';
import { instructionFile } from './instructions.ts';
import { jsonServer, type ServerFields } from './json-server.ts';
import { readJson } from './json-text.ts';
import { nestedHooks } from './nested-hooks.ts';
import { opencodePlugin } from './opencode-plugin.ts';
import { serverArguments, serverArgumentsWithoutVariables } from './our-command.ts';
import { withPermission } from './permission.ts';
import { tomlServer } from './toml-server.ts';

// Which file each agent program reads. Facts of November 2026, most with their source in the program's documentation. They change
// often, so they are data.

/** Where an entry applies: for the person everywhere, for everyone in a project, or for the person in a project. */
export const SCOPES = ['user', 'project', 'local'] as const;
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** What the paths of configuration files depend on: the machine, its person, and the project. */
export interface Machine {
  readonly home: string;
  /** Root folder of the project in which the command runs. */
  readonly project: string;
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
}

/** A program that runs agents. */
export interface AgentClient {
  readonly id: string;
  readonly name: string;
  /** Commands that start it. */
  readonly commands: readonly string[];
  /** Other names that people use for it. */
  readonly alsoCalled?: readonly string[];
  readonly scopes: readonly Scope[];
  /** A file or folder whose presence shows that it is installed. */
  mark(where: Machine): string;
  files(where: Machine, scope: Scope): ConfigFile[];
  /** File from which its agents read standing instructions. */
  readonly instructions: string;
}

/** Programs that also read the person's standing instructions, from a file of that name in their folder. */
const READS_OF_PERSON: ReadonlySet<string> = new Set(['claude-code', 'codex', 'gemini', 'qwen', 'opencode']);

/**
 * The file of a program's standing instructions in a scope; null where the program reads none, or we cannot keep a section in it.
 */
export function instructionsOf(client: AgentClient, where: Machine, scope: Scope): ConfigFile | null {
  const { id, instructions } = client;
  if (!instructions.endsWith('.md')) return null;
  if (scope === 'project') return instructionFile(join(where.project, instructions));
  return scope === 'user' && READS_OF_PERSON.has(id) ? instructionFile(join(client.mark(where), instructions)) : null;
}

const MCP_SERVERS = ['mcpServers'];

/** Folder for the settings of programs. */
function settingsFolder({ home, platform, environment }: Machine): string {
  if (platform === 'win32') return environment.APPDATA ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return environment.XDG_CONFIG_HOME || join(home, '.config');
}

function claudeFolder({ home, environment }: Machine): string {
  return environment.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** Claude Code keeps a person's servers beside its folder, or inside it if the folder was moved. */
function claudeServers(where: Machine): string {
  return join(where.environment.CLAUDE_CONFIG_DIR || where.home, '.claude.json');
}

function claudeHooks(path: string, { environment }: Machine): ConfigFile {
  const hooks = nestedHooks(path, claudeHooksFor(environment), ({ disableAllHooks }) =>
    disableAllHooks === true ? [`${path} says disableAllHooks: no hook runs until that is off.`] : [],
  );
  return withPermission(hooks);
}

const claudeCode: AgentClient = {
  id: 'claude-code',
  name: 'Claude Code',
  commands: ['claude'],
  scopes: SCOPES,
  mark: claudeFolder,
  instructions: 'CLAUDE.md',
  // code.claude.com/docs: settings, hooks, mcp; types of @anthropic-ai/claude-agent-sdk 0.3.329.
  files(where, scope) {
    const { project } = where;
    if (scope === 'project') {
      return [
        jsonServer(join(project, '.mcp.json'), MCP_SERVERS),
        claudeHooks(join(project, '.claude/settings.json'), where),
      ];
    }
    if (scope === 'local') {
      const servers = jsonServer(claudeServers(where), ['projects', project, 'mcpServers']);
      return [servers, claudeHooks(join(project, '.claude/settings.local.json'), where)];
    }
    return [
      jsonServer(claudeServers(where), MCP_SERVERS),
      claudeHooks(join(claudeFolder(where), 'settings.json'), where),
    ];
  },
};

/** A program with a single file in one folder: of the home and, for a project, of the project. */
function folderClient(
  facts: Pick<AgentClient, 'id' | 'name' | 'commands' | 'alsoCalled' | 'instructions'>,
  folder: (where: Machine) => string,
  file: (folder: string, where: Machine) => ConfigFile | ConfigFile[],
  ofProject: string | null,
): AgentClient {
  return {
    ...facts,
    scopes: ofProject === null ? ['user'] : ['user', 'project'],
    mark: folder,
    files: (where, scope) =>
      [file(scope === 'project' ? join(where.project, ofProject ?? '') : folder(where), where)].flat(),
  };
}

/** The folder of Windsurf's successor if it exists, else Windsurf's own: an installed version reads one of them. */
function windsurfFolder(where: Machine): string {
  const devin = join(settingsFolder(where), 'devin');
  const windsurf = join(where.home, '.codeium/windsurf');
  return existsSync(devin) || !existsSync(windsurf) ? devin : windsurf;
}

const json =
  (name: string, keys = MCP_SERVERS, fields = {}) =>
  (folder: string) =>
    jsonServer(join(folder, name), keys, fields);

const codexFolder = ({ home, environment }: Machine) => environment.CODEX_HOME || join(home, '.codex');

/** With a separate hooks file Droid would ignore the hooks that the person has in the settings. */
function droidHooks(folder: string): ConfigFile {
  const own = join(folder, 'hooks.json');
  return nestedHooks(join(folder, 'settings.json'), DROID, () =>
    existsSync(own)
      ? [`${own} is there: Droid runs only the hooks in it, and none of the settings. Enter ours there by hand.`]
      : [],
  );
}

/** Settings of Gemini CLI or Qwen Code that keep all hooks from running. */
function switchedOff({ disableAllHooks, hooksConfig }: Record<string, unknown>): string[] {
  const isOff = (hooksConfig as { enabled?: unknown } | undefined)?.enabled === false;
  if (isOff) return ['hooksConfig.enabled is false in the settings: no hook runs until that is on.'];
  return disableAllHooks === true ? ['disableAllHooks is true in the settings: no hook runs until that is off.'] : [];
}

/**
 * Finds a variable in our entry, which these programs substitute before they start a server. Only the data folder can be written
 * without one.
 */
function replacedVariables({ mcpServers }: Record<string, unknown>): string[] {
  const own = (mcpServers as Record<string, unknown> | undefined)?.[PRODUCT.mcpKey];
  const has = /\$(?:\w|\{)/.test(JSON.stringify(own ?? ''));
  return has
    ? ['A path of ours has a $ in it, after which this program looks for a variable: use a folder without.']
    : [];
}

/** A settings file with both servers and hooks. `trust`: our tools are called without asking each time. */
const settingsWithHooks = (hooks: NestedProgram, fields: ServerFields) => (folder: string) => {
  const path = join(folder, 'settings.json');
  const server = jsonServer(path, MCP_SERVERS, fields, (ourCommand) => ({
    command: ourCommand.command,
    args: serverArgumentsWithoutVariables(ourCommand),
  }));
  return serverAndHooks(
    { ...server, notes: (text) => replacedVariables(readJson(text)) },
    nestedHooks(path, hooks, switchedOff),
  );
};

/**
 * opencode, and Kilo Code based on it, read both of their files. The one with comments wins, so we write that one if it exists.
 */
function opencodeServer(folder: string, name: string): ConfigFile {
  const withComments = join(folder, `${name}.jsonc`);
  const path = existsSync(withComments) ? withComments : join(folder, `${name}.json`);
  return jsonServer(path, ['mcp'], { type: 'local', enabled: true }, (ourCommand) => ({
    command: [ourCommand.command, ...serverArguments(ourCommand)],
  }));
}

/** Builds of VS Code, each with its own settings; they share a project's file. */
const VSCODE_BUILDS: readonly AgentClient[] = [
  {
    id: 'vscode-insiders',
    name: 'VS Code Insiders',
    commands: ['code-insiders'],
    alsoCalled: ['Visual Studio Code Insiders'],
    folder: 'Code - Insiders',
  },
  { id: 'vscodium', name: 'VSCodium', commands: ['codium'], folder: 'VSCodium' },
].map(({ folder, ...names }) =>
  folderClient(
    { ...names, instructions: 'AGENTS.md' },
    (where) => join(settingsFolder(where), folder, 'User'),
    json('mcp.json', ['servers'], { type: 'stdio' }),
    '.vscode',
  ),
);

/**
 * The folder of Claude Desktop. Since 2026 its Windows installer makes a package that reads a folder of its own and never the
 * usual one (anthropics/claude-code#26073).
 */
function claudeDesktopFolder(where: Machine): string {
  const { home, platform, environment } = where;
  const packages = join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Packages');
  const own = platform === 'win32' && existsSync(packages) ? readdirSync(packages).sort() : [];
  const found = own.find((name) => /^Claude_/.test(name));
  return found ? join(packages, found, 'LocalCache/Roaming/Claude') : join(settingsFolder(where), 'Claude');
}

/** Every program that we can be entered in. */
export const CLIENTS: readonly AgentClient[] = [
  claudeCode,
  // cursor.com/docs: mcp, hooks.
  folderClient(
    { id: 'cursor', name: 'Cursor', commands: ['cursor', 'cursor-agent'], instructions: 'AGENTS.md' },
    ({ home }) => join(home, '.cursor'),
    (folder) => [jsonServer(join(folder, 'mcp.json'), MCP_SERVERS), cursorHooks(join(folder, 'hooks.json'))],
    '.cursor',
  ),
  // code.visualstudio.com/docs/agents/reference/mcp-configuration
  folderClient(
    {
      id: 'vscode',
      name: 'VS Code',
      commands: ['code'],
      alsoCalled: ['Visual Studio Code'],
      instructions: 'AGENTS.md',
    },
    (where) => join(settingsFolder(where), 'Code/User'),
    json('mcp.json', ['servers'], { type: 'stdio' }),
    '.vscode',
  ),
  ...VSCODE_BUILDS,
  // developers.openai.com/codex: config.toml, hooks.json.
  folderClient(
    { id: 'codex', name: 'Codex', commands: ['codex'], alsoCalled: ['OpenAI Codex'], instructions: 'AGENTS.md' },
    codexFolder,
    (folder, where) => [
      tomlServer(join(folder, 'config.toml')),
      codexHooks(join(folder, 'hooks.json'), join(codexFolder(where), 'config.toml')),
    ],
    '.codex',
  ),
  // docs/hooks/reference.md in the program: settings.json
  folderClient(
    {
      id: 'gemini',
      name: 'Gemini CLI',
      commands: ['gemini'],
      alsoCalled: ['Google Gemini'],
      instructions: 'GEMINI.md',
    },
    ({ home }) => join(home, '.gemini'),
    settingsWithHooks(GEMINI, { trust: true }),
    '.gemini',
  ),
  folderClient(
    { id: 'qwen', name: 'Qwen Code', commands: ['qwen'], instructions: 'QWEN.md' },
    ({ home }) => join(home, '.qwen'),
    settingsWithHooks(QWEN, { trust: true, alwaysLoadTools: true }),
    '.qwen',
  ),
  // docs.github.com/copilot; settings and hooks lie in the same folder.
  folderClient(
    {
      id: 'copilot',
      name: 'Copilot CLI',
      commands: ['copilot'],
      alsoCalled: ['GitHub Copilot'],
      instructions: 'AGENTS.md',
    },
    ({ home, environment }) => environment.COPILOT_HOME || join(home, '.copilot'),
    (folder) => [
      jsonServer(join(folder, 'mcp-config.json'), MCP_SERVERS, { type: 'local', tools: ['*'] }),
      copilotHooks(join(folder, 'hooks/twicewise.json')),
    ],
    null,
  ),
  // opencode.ai/docs: config, mcp-servers, plugins.
  folderClient(
    { id: 'opencode', name: 'opencode', commands: ['opencode'], instructions: 'AGENTS.md' },
    ({ home, environment }) => join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'opencode'),
    (folder) => [opencodeServer(folder, 'opencode'), opencodePlugin(join(folder, 'plugin/twicewise.js'))],
    null,
  ),
  // docs.cline.bot and the program itself.
  folderClient(
    { id: 'cline', name: 'Cline', commands: ['cline'], instructions: '.clinerules' },
    ({ home }) => join(home, '.cline'),
    (folder) => [
      jsonServer(join(folder, 'data/settings/cline_mcp_settings.json'), MCP_SERVERS),
      clineHook(join(folder, 'hooks/PostToolUse.mjs'), 'PostToolUse'),
    ],
    null,
  ),
  // docs.factory.ai: mcp, hooks-reference.
  folderClient(
    { id: 'droid', name: 'Droid (Factory)', commands: ['droid'], instructions: 'AGENTS.md' },
    ({ home }) => join(home, '.factory'),
    (folder) => [jsonServer(join(folder, 'mcp.json'), MCP_SERVERS, { type: 'stdio' }), droidHooks(folder)],
    '.factory',
  ),
  folderClient(
    { id: 'antigravity', name: 'Antigravity', commands: ['antigravity'], instructions: 'AGENTS.md' },
    ({ home }) => join(home, '.gemini/config'),
    json('mcp_config.json'),
    null,
  ),
  folderClient(
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      commands: ['claude-desktop'],
      instructions: 'the project’s instructions',
    },
    claudeDesktopFolder,
    json('claude_desktop_config.json'),
    null,
  ),
  folderClient(
    { id: 'windsurf', name: 'Windsurf / Devin Desktop', commands: ['windsurf'], instructions: 'AGENTS.md' },
    windsurfFolder,
    json('mcp_config.json'),
    null,
  ),
  // ampcode.com/manual: settings.json, with a dot in the key.
  folderClient(
    { id: 'amp', name: 'Amp', commands: ['amp'], instructions: 'AGENTS.md' },
    ({ home, environment }) => join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'amp'),
    json('settings.json', ['amp.mcpServers']),
    null,
  ),
  // kilo.ai/docs/automate/mcp. It is based on opencode and has the same configuration. Its other command, kilo, is also that of
  // an editor.
  folderClient(
    { id: 'kilo', name: 'Kilo Code', commands: ['kilocode'], instructions: 'AGENTS.md' },
    ({ home, environment }) => join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'kilo'),
    (folder) => opencodeServer(folder, 'kilo'),
    null,
  ),
  // zed.dev/docs/ai/mcp. Older versions must be told that the server does not belong to an extension.
  folderClient(
    { id: 'zed', name: 'Zed', commands: ['zed', 'zeditor'], instructions: 'AGENTS.md' },
    ({ home, platform, ...rest }) =>
      platform === 'win32' ? join(settingsFolder({ home, platform, ...rest }), 'Zed') : join(home, '.config/zed'),
    json('settings.json', ['context_servers'], { source: 'custom' }),
    '.zed',
  ),
];

export function findClient(id: string): AgentClient | undefined {
  return CLIENTS.find((client) => client.id === id);
}

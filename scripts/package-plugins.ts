import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract';
import { CLAUDE_CODE, GEMINI, type NestedProgram } from '../packages/host/src/connect/hook-events.ts';
import { INSTRUCTIONS } from '../packages/host/src/connect/instructions.ts';
import { jsonServer } from '../packages/host/src/connect/json-server.ts';
import { nestedHooks } from '../packages/host/src/connect/nested-hooks.ts';
import { opencodePlugin } from '../packages/host/src/connect/opencode-plugin.ts';
import type { OurCommand } from '../packages/host/src/connect/our-command.ts';

// `npm run package:plugins`: writes a Claude Code plugin with a marketplace around it, a Gemini CLI extension, and a package for
// opencode into .artefacts/plugins. They contain what `connect` enters, generated from the same tables, and start the command
// `twicewise` that the npm package installs (docs/publishing.md).

const OUTPUT = join(import.meta.dirname, '..', '.artefacts/plugins');

/** The installed command, found by the PATH. */
const PROGRAM: OurCommand = { command: PRODUCT.command, args: [], options: [] };
const DESCRIPTION =
  'The memory of what was tried: agents record each attempt, and are told the few that matter before the next.';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The hooks of a program; they do nothing if the command is not installed. */
function hooksOf(program: NestedProgram): string {
  const entered = JSON.parse(nestedHooks('', program).insert('', PROGRAM)) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const silent = (line: string) => `if command -v ${PRODUCT.command} >/dev/null 2>&1; then ${line}; fi`;
  const handlers = Object.values(entered.hooks).flatMap((groups) => groups.flatMap(({ hooks }) => hooks));
  for (const handler of handlers) handler.command = silent(handler.command);
  return json(entered);
}

const servers = () => `${jsonServer('', ['mcpServers']).insert('', PROGRAM).trim()}\n`;

/** Says when an agent should use the memory, for programs that load such a text when it fits. */
const SKILL = `---
name: memory-of-attempts
description: Look up what was tried before, and record what came of an attempt. Use before starting a task, before retrying after a failure, and after every attempt.
---

${INSTRUCTIONS.join('\n')}

- Give \`memory_brief\` the task with the names of files and errors. It answers in a few hundred tokens, or says that nothing is known.
- When an approach fails, record it before you switch: what failed, why, and what you wish you had been told.
- A convention or a fact that somebody asks you to remember is \`reflection_store\` with \`kind: "note"\`.
`;

const AUTHOR = { name: 'The Twicewise authors' };
const facts = { name: PRODUCT.command, version: PRODUCT.version, description: DESCRIPTION };

/** All files of all plugins, by their path in the output folder. */
export function pluginFiles(): Readonly<Record<string, string>> {
  const marketplace = {
    name: PRODUCT.command,
    owner: AUTHOR,
    description: DESCRIPTION,
    plugins: [{ name: PRODUCT.command, source: './plugin', description: DESCRIPTION }],
  };
  return {
    'claude-code/.claude-plugin/marketplace.json': json(marketplace),
    'claude-code/plugin/.claude-plugin/plugin.json': json({ ...facts, author: AUTHOR, license: 'MIT' }),
    'claude-code/plugin/.mcp.json': servers(),
    'claude-code/plugin/hooks/hooks.json': hooksOf(CLAUDE_CODE),
    'claude-code/plugin/skills/memory-of-attempts/SKILL.md': SKILL,
    'gemini/gemini-extension.json': json({
      ...facts,
      contextFileName: 'GEMINI.md',
      ...(JSON.parse(servers()) as object),
    }),
    'gemini/hooks/hooks.json': hooksOf(GEMINI),
    'gemini/GEMINI.md': `# ${PRODUCT.name}\n\n${INSTRUCTIONS.map((line) => `- ${line}`).join('\n')}\n`,
    'opencode/package.json': json({
      ...facts,
      name: `opencode-${PRODUCT.command}`,
      license: 'MIT',
      type: 'module',
      main: 'index.js',
      files: ['index.js'],
    }),
    'opencode/index.js': opencodePlugin('').insert('', PROGRAM),
  };
}

/** Writes the plugins from scratch; returns their folder. */
export function packagePlugins(): string {
  rmSync(OUTPUT, { recursive: true, force: true });
  for (const [name, text] of Object.entries(pluginFiles())) {
    const path = join(OUTPUT, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return OUTPUT;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${packagePlugins()}\n`);

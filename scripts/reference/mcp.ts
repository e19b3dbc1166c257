import { type AgentTool, PRODUCT, TOOL_PROFILES } from '@twicewise/contract';
import { PROMPTS, RESOURCE_TEMPLATES } from '@twicewise/mcp';
import { fieldTable, jsonSchema, type ShapeNames } from './json-shape.ts';

function toolSection(tool: AgentTool, names: ShapeNames): string {
  const input = fieldTable(jsonSchema(tool.input, 'input'), names, 'input');
  return `### \`${tool.name}\`\n\n${tool.title}. ${tool.readOnly ? 'Reads' : 'Writes'}.\n\n> ${tool.description}\n\nInput:\n\n${input}\n`;
}

/** The page about the tools, by the profile that offers them. */
export function toolsPage(names: ShapeNames): string {
  const { core, full } = TOOL_PROFILES;
  const further = full.filter((tool) => !core.includes(tool));
  return [
    '# Agent tools\n',
    'What an agent may call over MCP. Each tool is one or more [operations](operations.md); the quoted text is what the agent reads.\n',
    `## Profile core\n\nOffered to every agent: ${core.length} tools.\n`,
    ...core.map((tool) => toolSection(tool, names)),
    `## Profile full\n\nWith \`${PRODUCT.command} mcp --profile full\` these ${further.length} come on top; each costs tokens in every session.\n`,
    ...further.map((tool) => toolSection(tool, names)),
  ].join('\n');
}

/** The page about MCP resources. */
export function resourcesPage(): string {
  const rows = RESOURCE_TEMPLATES.map(({ uriTemplate, name, description, mimeType }) => {
    return `| \`${uriTemplate}\` | ${name} | ${description} | ${mimeType} |`;
  });
  return [
    '# Resources\n',
    'What an agent may read over MCP by its address. Stored text is fenced as data, as in every answer of a tool.\n',
    `${['| address | name | what | type |', '| --- | --- | --- | --- |', ...rows].join('\n')}\n`,
    'An agent is listed the summary of its own project; a person, and a program without a project, those of the projects that were last active. Others are read by their address.\n',
  ].join('\n');
}

/** The page about MCP prompts. */
export function promptsPage(): string {
  const sections = PROMPTS.map(({ name, title, description, arguments: fields }) => {
    const rows = fields.map((field) => {
      return `| \`${field.name}\` | ${field.required ? 'required' : 'optional'} | ${field.description} |`;
    });
    return `## \`${name}\`\n\n${title}. ${description}.\n\n${['| argument | | |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
  });
  return ['# Prompts\n', 'What a person starts by hand in a program that offers MCP prompts.\n', ...sections].join(
    '\n',
  );
}

/** All names of MCP that its pages must contain. */
export function mcpNames(): string[] {
  return [...TOOL_PROFILES.full, ...PROMPTS].map(({ name }) => name);
}

import { hintWithout, operationNames, TOOL_PROFILES } from '@twicewise/contract';

const OPERATIONS: ReadonlySet<string> = new Set(operationNames);
const TOOLS: ReadonlySet<string> = new Set(TOOL_PROFILES.full.map(({ name }) => name));

/** What an agent is told where a hint names only what it cannot call. */
const NO_TOOL =
  'You have no tool for this. Use what an earlier answer named, or tell the person, who can do it in Twicewise.';

const NAME = /\b[a-z]+\.[a-zA-Z]+\b/g;

const operationsIn = (text: string) => (text.match(NAME) ?? []).filter((name) => OPERATIONS.has(name));
const toolOf = (operation: string) => operation.replace('.', '_');
const isOutOfReach = (part: string) => operationsIn(part).some((name) => !TOOLS.has(toolOf(name)));
const toTools = (text: string) => text.replace(NAME, (name) => (OPERATIONS.has(name) ? toolOf(name) : name));

/**
 * A hint for somebody who has tools and no operations: operations are called by the name of their tool, and what says to call one
 * that is not a tool is left out.
 */
export function agentHint(hint: string): string {
  if (operationsIn(hint).length === 0) return hint;
  return toTools(hintWithout(hint, isOutOfReach)) || NO_TOOL;
}

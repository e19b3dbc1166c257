import { hintWithout, operationNames, TOOL_PROFILES } from '@twicewise/contract';

const OPERATIONS: ReadonlySet<string> = new Set(operationNames);
const TOOLS: ReadonlySet<string> = new Set(TOOL_PROFILES.full.map(({ name }) => name));

const NAME = /\b[a-z]+\.[a-zA-Z]+\b/g;

const operationsIn = (text: string) => (text.match(NAME) ?? []).filter((name) => OPERATIONS.has(name));
/** The tool that has the name of an operation; for other operations, a hint says what to do without naming it. */
const toolOf = (operation: string) => operation.replace('.', '_');
const isOutOfReach = (aside: string) => operationsIn(aside).some((name) => !TOOLS.has(toolOf(name)));

/** A hint for somebody who has tools: operations are called by the name of their tool, and asides about others are left out. */
export function agentHint(hint: string): string {
  return hintWithout(hint, isOutOfReach).replace(NAME, (name) => (OPERATIONS.has(name) ? toolOf(name) : name));
}

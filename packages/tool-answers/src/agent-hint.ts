import { operationNames, TOOL_PROFILES } from '@twicewise/contract';

const OPERATIONS: ReadonlySet<string> = new Set(operationNames);
const TOOLS: ReadonlySet<string> = new Set(TOOL_PROFILES.full.map(({ name }) => name));

/** What an agent is told where a hint names only what it cannot call. */
const NO_TOOL =
  'You have no tool for this. Use what an earlier answer named, or tell the person, who can do it in Twicewise.';

const NAME = /\b[a-z]+\.[a-zA-Z]+\b/g;
/** Between two parts of a hint that can be understood one by one. */
const BETWEEN = /([.;] +|, (?=or ))/;

const toolOf = (operation: string) => operation.replace('.', '_');
const isOutOfReach = (name: string) => OPERATIONS.has(name) && !TOOLS.has(toolOf(name));
const isForAgents = (part: string) => !part.match(NAME)?.some(isOutOfReach);
const toTools = (part: string) => part.replace(NAME, (name) => (OPERATIONS.has(name) ? toolOf(name) : name));

/** A part whose predecessor was left out, as the beginning of a sentence. */
function asBeginning(part: string): string {
  const rest = part.replace(/^or /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/**
 * A hint for somebody who has tools and no operations: operations are called by the name of their tool, and what says to call one
 * that is not a tool is left out. Hints name operations, because that is what most callers have.
 */
export function agentHint(hint: string): string {
  if (!hint.match(NAME)?.some((name) => OPERATIONS.has(name))) return hint;
  const plain = hint.replace(/ \([^()]*\)/g, (aside) => (isForAgents(aside) ? aside : ''));
  // Every second piece is what stands between two parts.
  const pieces = plain.split(BETWEEN);
  let told = '';
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at] ?? '';
    if (part === '' || !isForAgents(part)) continue;
    const isNext = at > 0 && isForAgents(pieces[at - 2] ?? '');
    told += isNext ? pieces[at - 1] + part : `${told === '' ? '' : '. '}${asBeginning(part)}`;
  }
  if (told === '') return NO_TOOL;
  return toTools(/[.!?]$/.test(told) ? told : `${told}.`);
}

// The commands of a shell command line, one after another, as far as rules need them. Quoted texts and here-documents are data,
// not commands: a commit message may mention anything.

/** A quoted text that is a single word, such as a path. */
const WORD = /^[\w./:@~$=+-]*$/;
/** The beginning of a here-document, with its end marker. */
const HERE = /(?<!<)<<-?\s?(["']?)(\w{1,40})\1/;

/** Removes the lines of here-documents. */
function withoutDocuments(command: string): string {
  const kept: string[] = [];
  let end: string | null = null;
  for (const line of command.split('\n')) {
    if (end !== null) {
      if (line.trim() === end) end = null;
      continue;
    }
    kept.push(line);
    end = HERE.exec(line)?.[2] ?? null;
  }
  return kept.join('\n');
}

/** Replaces a quoted text by its word if it is a single word, else by an ellipsis. */
function withoutQuoted(command: string): string {
  let plain = '';
  let quote = '';
  let quoted = '';
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? '';
    if (character === '\\' && quote !== "'") {
      at++;
      if (quote !== '') quoted += command[at] ?? '';
      else plain += command[at] === '\n' ? ' ' : (command[at] ?? '');
    } else if (quote !== '') {
      if (character !== quote) quoted += character;
      else {
        plain += WORD.test(quoted) ? quoted : '…';
        quote = '';
      }
    } else if (character === '"' || character === "'") [quote, quoted] = [character, ''];
    else plain += character;
  }
  return plain;
}

/** Prefixes of a command that are no command themselves. */
const BEFORE = /^(?:\w+=\S*|sudo|time|env|nohup|command|exec|timeout \S+|\(|\{|!)\s?/;

function bare(part: string): string {
  let text = part.trim();
  for (let rest = text.replace(BEFORE, ''); rest !== text; rest = text.replace(BEFORE, '')) text = rest.trimStart();
  return text;
}

/** A line without the texts of quotes and here-documents. */
export function plainCommand(line: string): string {
  return withoutQuoted(withoutDocuments(line));
}

/** The commands of a line, each without quoted texts and prefixes. */
export function commandsIn(line: string): string[] {
  return plainCommand(line)
    .split(/&&|\|\|?|;|\n/)
    .map(bare)
    .filter((part) => part !== '');
}

const TEMPORARY = /^(?:\/private)?\/tmp(?:\/|$)|^\/(?:private\/)?var\/folders\/|^\$(?:TMPDIR|\(mktemp)/;
const GOES_TO = /^(?:cd|pushd|git -C) (\S+)/;

/**
 * True for a line that works in a temporary folder: commits there do not belong to the project, unless the agent was started in
 * such a folder.
 */
export function isScratch(commands: readonly string[], cwd: string | null): boolean {
  const isTemporary = (path: string) => TEMPORARY.test(path);
  if (cwd !== null && isTemporary(cwd)) return false;
  return commands.some((command) => isTemporary(GOES_TO.exec(command)?.[1] ?? '') || /\bmktemp\b/.test(command));
}

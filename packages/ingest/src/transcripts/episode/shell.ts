// What a command line for a shell runs, as far as rules need to know: its commands one after another. Quoted texts and
// here-documents are what is worked with, not what is run: a commit message may tell of anything.

/** A quoted word that is nothing but a word, such as a path. */
const WORD = /^[\w./:@~$=+-]*$/;
/** The beginning of a here-document, with its end mark. */
const HERE = /(?<!<)<<-?\s?(["']?)(\w{1,40})\1/;

/** Without the lines of here-documents. */
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

/** Quoted texts become what they are when they are a word, else an ellipsis. */
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

/** What stands before a command without being one. */
const BEFORE = /^(?:\w+=\S*|sudo|time|env|nohup|command|exec|timeout \S+|\(|\{|!)\s?/;

function bare(part: string): string {
  let text = part.trim();
  for (let rest = text.replace(BEFORE, ''); rest !== text; rest = text.replace(BEFORE, '')) text = rest.trimStart();
  return text;
}

/** The commands of a line, each without what is quoted in it and what only comes before it. */
export function commandsIn(line: string): string[] {
  return withoutQuoted(withoutDocuments(line))
    .split(/&&|\|\|?|;|\n/)
    .map(bare)
    .filter((part) => part !== '');
}

const TEMPORARY = /^(?:\/private)?\/tmp(?:\/|$)|^\/(?:private\/)?var\/folders\/|^\$(?:TMPDIR|\(mktemp)/;
const GOES_TO = /^(?:cd|pushd|git -C) (\S+)/;

/**
 * True for a line that works in a folder for throwaway things: what is committed there is none of the project's. An agent
 * that was started in such a folder has its project there.
 */
export function isScratch(commands: readonly string[], cwd: string | null): boolean {
  const isTemporary = (path: string) => TEMPORARY.test(path);
  if (cwd !== null && isTemporary(cwd)) return false;
  return commands.some((command) => isTemporary(GOES_TO.exec(command)?.[1] ?? '') || /\bmktemp\b/.test(command));
}

import { isLooking } from './command.ts';
import type { Edit } from './steps.ts';

// Files that an agent writes with its shell instead of an edit tool: redirections, tee, sed -i and patches. Output of a program
// saved to a file, such as a test log, is no edit. Neither is a command that only looks or discards its output.

/** What a command line writes, and the rest of it that runs. */
export interface ShellWrites {
  /** In the order in which they are made. */
  edits: Edit[];
  /** Number of edits before anything runs. These happen even when the line fails; 0 where nothing runs. */
  beforeFirstRun: number;
  /** Number of edits before the last run ends; all where nothing runs. Later edits do not affect its result. */
  beforeLastRun: number;
  /** The line without the parts that only write; unchanged where there are none. */
  rest: string;
}

/** One command of a line, with its input. */
interface Part {
  text: string;
  /** True when it runs only if the command before it failed. */
  isFallback: boolean;
  /** The command without its quoted texts. */
  bare: string;
  documents: string[];
}

/** A here-document: its mark, and whether it is quoted. */
const HERE = /(?<!<)<<-?\s?(["']?)(\w{1,40})\1(?!\w)/g;

/** A line of commands without its here-documents, and these in their order. */
function splitDocuments(command: string): { line: string; documents: string[] } {
  const documents: string[] = [];
  const kept: string[] = [];
  const open: { end: string; body: string[] }[] = [];
  for (const text of command.split('\n')) {
    const [first] = open;
    if (first === undefined) {
      kept.push(text);
      for (const [, , end = ''] of text.matchAll(HERE)) open.push({ end, body: [] });
    } else if (text.trim() === first.end) documents.push(open.shift()?.body.join('\n') ?? '');
    else first.body.push(text);
  }
  // Keeps what there is of a here-document that was cut off.
  for (const { body } of open) documents.push(body.join('\n'));
  return { line: kept.join('\n'), documents };
}

/** Separators between commands. A pipe is none, because it continues the command before it. */
const SEPARATOR = /^(?:&&|\|\||;|\n)/;

/** The commands of a line, one after another. */
function partsOf(line: string, documents: readonly string[]): Part[] {
  const parts: Part[] = [];
  let [text, bare, quote, before] = ['', '', '', ''];
  let taken = 0;
  const end = () => {
    const marks = [...text.matchAll(HERE)].length;
    if (text.trim() !== '') {
      const isFallback = before === '||';
      parts.push({ text: text.trim(), isFallback, bare, documents: documents.slice(taken, taken + marks) });
    }
    taken += marks;
    [text, bare] = ['', ''];
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    const separator = quote === '' ? SEPARATOR.exec(line.slice(at, at + 2))?.[0] : undefined;
    if (separator !== undefined) {
      end();
      before = separator;
      at += separator.length - 1;
      continue;
    }
    text += character;
    if (character === '\\' && quote !== "'") text += line[++at] ?? '';
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else bare += character;
  }
  end();
  return parts;
}

/** A word of a shell, quoted or not. */
const WORD = String.raw`"[^"\n]{1,1000}"|'[^'\n]{1,1000}'|[^\s"';|&<>()]{1,1000}`;
const unquoted = (word: string) => word.replace(/^(["'])(.*)\1$/s, '$2');

/** Temporary places. Files there do not belong to the project, unless it has its own folder there. */
const THROWAWAY = /^(?:\/dev\/|(?:\/private)?\/tmp\/[^/]*$|\$\{?(?:TMPDIR|TMP)\b)/;

/** A change into a temporary folder. Relative paths after it do not belong to the project. */
const INTO_THROWAWAY =
  /^(?:cd|pushd) ["']?(?:(?:\/private)?\/tmp(?:[/"']|$)|\$\{?(?:TMPDIR|TMP)\b|\$\(mktemp\b|`mktemp\b)/;
/** A change to another place by an absolute path. */
const ELSEWHERE = /^(?:cd|pushd) ["']?[/~]/;
const isThere = ({ path }: Edit) => !/^[/~$]/.test(path) || /^(?:\/private)?\/tmp\//.test(path);

const REDIRECTED = new RegExp(String.raw`(?:^|[^>&\d<])>{1,2}\|?\s?(${WORD})`);
const TEED = new RegExp(String.raw`\btee (?:-a )?(${WORD})`);
/** Commands whose output is what somebody wants to write, and not what a program has to say. */
const WRITER = /^(?:cat|echo|printf)\b/;
const SAID = /^(?:echo|printf)(?: -[neE]{1,3})? (?:"([^"]*)"|'([^']*)')/;

/** True when a pipe leads to a program, whose output is then written. `tee` is different: it passes its input on. */
const leadsToProgram = (bare: string) =>
  bare
    .split(/(?<!>)\|&?/)
    .slice(1)
    .some((stage) => !/^\s*(?:sudo )?tee\b/.test(stage));

/** A file written from a here-document or from words. */
function written({ text, bare, documents }: Part): Edit[] {
  const isFed = documents.length > 0 || SAID.test(text);
  if (!isFed || leadsToProgram(bare) || !(WRITER.test(text) || /^(?:sudo )?tee\b/.test(text))) return [];
  // Quoted signs are no redirection. A quoted file name is read from the full text.
  const isRedirected = /(?:^|[^>&\d<])>/.test(bare);
  const target = (TEED.exec(text) ?? (isRedirected ? REDIRECTED.exec(text) : null))?.[1];
  const path = target === undefined ? '' : unquoted(target);
  if (path === '' || THROWAWAY.test(path)) return [];
  const said = SAID.exec(text);
  return [{ path, before: '', after: documents[0] ?? said?.[1] ?? said?.[2] ?? '' }];
}

/** The words of a command without quotes, up to its end or a pipe. Empty words and redirections are left out. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let [word, quote, isStream] = ['', '', false];
  const end = () => {
    if (word === '') return;
    if (!isStream) words.push(word);
    [word, isStream] = ['', false];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\\' && quote !== "'") {
      const next = text[++at] ?? '';
      word += quote === '"' && !'"\\$`'.includes(next) ? `\\${next}` : next;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '<' || character === '>') {
      // A digit directly before it is the number of the stream.
      if (/^\d$/.test(word)) word = '';
      end();
      isStream = true;
      while (/[<>&|]/.test(text[at + 1] ?? '')) at++;
    } else if (/[|&)]/.test(character)) break;
    else if (character === '`' || (character === '(' && word === '$')) {
      // The output of another command is unknown.
      word = '';
      break;
    } else if (/[\s(]/.test(character)) end();
    else word += character;
  }
  end();
  return words;
}

/** How a program is told to write into the files that it is given, and that an expression follows. */
interface Editor {
  inPlace: RegExp;
  expression: RegExp;
  /** Whether its first word that is no option is an expression where no option brings one; else that is a program. */
  takesBare: boolean;
}
// By the manuals of GNU sed (Invoking sed: Command-Line Options) and perl (perlrun).
const SED: Editor = {
  inPlace: /^(?:-[nErsz]*i|--in-place)/,
  expression: /^(?:-[nErsz]*[ef]|--expression|--file)$/,
  takesBare: true,
};
const PERL: Editor = { inPlace: /^-[0-7pnlaw]*i/, expression: /^-[0-7pnlaw]*[eE]$/, takesBare: false };
const EDITORS: ReadonlyMap<string, Editor> = new Map([
  ['sed', SED],
  ['gsed', SED],
  ['perl', PERL],
]);
/**
 * A backslash is always read together with the next character: as a character of its own as well, each one would double the time.
 */
const SUBSTITUTION =
  /(?:^|;)\s{0,20}(?:\d{1,9}(?:,\d{1,9})?)?s([/|#,@!])((?:\\.|(?!\1)[^\\]){1,1000}?)\1((?:\\.|(?!\1)[^\\]){0,1000}?)\1/s;

/** The expressions and the files of an editor's command line. */
function expressionsOf(
  { expression, takesBare }: Editor,
  words: readonly string[],
): { scripts: string[]; paths: string[] } {
  const scripts = words.filter((_, at) => expression.test(words[at - 1] ?? ''));
  const bare = words.filter((word, at) => !word.startsWith('-') && !expression.test(words[at - 1] ?? ''));
  if (scripts.length === 0 && takesBare) scripts.push(...bare.splice(0, 1));
  return { scripts, paths: bare };
}

/** The files that are changed by an expression. */
function substituted({ text }: Part): Edit[] {
  const [program = '', ...words] = wordsOf(text).flatMap((word) => {
    const [, option, value] = /^(--(?:expression|file))=(.+)$/s.exec(word) ?? [];
    return option === undefined || value === undefined ? [word] : [option, value];
  });
  const editor = EDITORS.get(program);
  if (!editor || !words.some((word) => editor.inPlace.test(word))) return [];
  const { scripts, paths } = expressionsOf(editor, words);
  if (scripts.length === 0) return [];
  const found = scripts.map((script) => SUBSTITUTION.exec(script)).find((match) => match !== null);
  const [before, after] = [found?.[2] ?? '', found?.[3] ?? scripts.join(' ')];
  return paths.filter((path) => !THROWAWAY.test(path)).map((path) => ({ path, before, after }));
}

/** The files of a patch that is fed to `git apply` or `patch`. */
function patched({ text, documents }: Part): Edit[] {
  const [patch] = documents;
  if (patch === undefined || !/^(?:git apply|patch)\b/.test(text)) return [];
  return patch.split(/^(?=--- )/m).flatMap((file) => {
    const path = /^\+\+\+ (?:b\/)?([^\t\n]{1,1000})/m.exec(file)?.[1];
    if (path === undefined || path === '/dev/null') return [];
    const side = (sign: '-' | '+') =>
      file
        .split('\n')
        .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
        .map((line) => line.slice(1))
        .join('\n');
    return [{ path, before: side('-'), after: side('+') }];
  });
}

/** Commands that only prepare others and are not what is tried. */
const PREPARING = /^(?:mkdir|touch|cp|mv|rm|ln|chmod|set|export|source|\.|test|\[|true|sleep|pushd|popd)(?=\s|$)/;

/** Whether something is tried with a command, such as a test or a build. */
function isRun({ text }: Part): boolean {
  const command = text.replace(/^[({]\s*/, '');
  return !PREPARING.test(command) && !isLooking(command);
}

/** The edits of a command line; see the top of this file. */
export function shellWrites(command: string): ShellWrites {
  const { line, documents } = splitDocuments(command);
  const edits: Edit[] = [];
  const rest: Part[] = [];
  const runs: number[] = [];
  let isThrowaway = false;
  for (const part of partsOf(line, documents)) {
    if (ELSEWHERE.test(part.text) || INTO_THROWAWAY.test(part.text)) isThrowaway = INTO_THROWAWAY.test(part.text);
    // Something written only if a run fails may never be written, and then the line would look as if the run had passed.
    const isMade = !(part.isFallback && runs.length > 0);
    const writes = isMade ? [...written(part), ...substituted(part), ...patched(part)] : [];
    const made = isThrowaway ? writes.filter((edit) => !isThere(edit)) : writes;
    if (made.length === 0) rest.push(part);
    if (made.length === 0 && isRun(part)) runs.push(edits.length);
    edits.push(...made);
  }
  const [beforeFirstRun = 0] = runs;
  const beforeLastRun = runs.at(-1) ?? edits.length;
  if (edits.length === 0) return { edits, beforeFirstRun, beforeLastRun, rest: command };
  const kept = rest.map(({ text, isFallback }, at) => (at === 0 ? text : `${isFallback ? '||' : '&&'} ${text}`));
  return { edits, beforeFirstRun, beforeLastRun, rest: kept.join(' ') };
}

import { isLooking } from './command.ts';
import type { Edit } from './steps.ts';

// Files that an agent writes with its shell, and not with a tool for it: redirections, tee, sed -i and patches. What a command
// prints into a file, such as the log of a test, is no edit; nor is what only looks, or throws its output away.

/** What a command line writes, and what is left of it that runs. */
export interface ShellWrites {
  /** In the order in which they are made. */
  edits: Edit[];
  /** How many of them come before anything runs, and so are made even where the line fails; 0 where nothing runs. */
  beforeFirstRun: number;
  /** How many come before the end of what runs; all where nothing runs. Those behind it had no part in how it ended. */
  beforeLastRun: number;
  /** The line without the parts that only write; as it was where there are none. */
  rest: string;
}

/** A command of a line, as it stands there, with what is fed to it. */
interface Part {
  text: string;
  /** Whether it is only reached where what stands before it failed. */
  isFallback: boolean;
  /** The same without what is quoted in it. */
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
  // One that was cut off is what is left of it.
  for (const { body } of open) documents.push(body.join('\n'));
  return { line: kept.join('\n'), documents };
}

/** Separators between commands; a pipe does not part them: what it leads on belongs to what comes before. */
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

/** Where throwaway things are: no file of the project, unless that has a folder of its own there. */
const THROWAWAY = /^(?:\/dev\/|(?:\/private)?\/tmp\/[^/]*$|\$\{?(?:TMPDIR|TMP)\b)/;

/** A line goes into such a folder: what it writes by relative names from there on is of no project. */
const INTO_THROWAWAY =
  /^(?:cd|pushd) ["']?(?:(?:\/private)?\/tmp(?:[/"']|$)|\$\{?(?:TMPDIR|TMP)\b|\$\(mktemp\b|`mktemp\b)/;
/** It goes to another place, by a whole path. */
const ELSEWHERE = /^(?:cd|pushd) ["']?[/~]/;
const isThere = ({ path }: Edit) => !/^[/~$]/.test(path) || /^(?:\/private)?\/tmp\//.test(path);

const REDIRECTED = new RegExp(String.raw`(?:^|[^>&\d<])>{1,2}\|?\s?(${WORD})`);
const TEED = new RegExp(String.raw`\btee (?:-a )?(${WORD})`);
/** Commands whose output is what somebody wants to write, and not what a program has to say. */
const WRITER = /^(?:cat|echo|printf)\b/;
const SAID = /^(?:echo|printf)(?: -[neE]{1,3})? (?:"([^"]*)"|'([^']*)')/;

/** Whether a pipe leads to a program, whose output is then what is written; only `tee` hands on what it gets. */
const leadsToProgram = (bare: string) =>
  bare
    .split(/(?<!>)\|&?/)
    .slice(1)
    .some((stage) => !/^\s*(?:sudo )?tee\b/.test(stage));

/** A file that is written from a here-document or from words. */
function written({ text, bare, documents }: Part): Edit[] {
  const isFed = documents.length > 0 || SAID.test(text);
  if (!isFed || leadsToProgram(bare) || !(WRITER.test(text) || /^(?:sudo )?tee\b/.test(text))) return [];
  // Quoted signs are no redirection; a quoted name of a file is looked up in the whole.
  const isRedirected = /(?:^|[^>&\d<])>/.test(bare);
  const target = (TEED.exec(text) ?? (isRedirected ? REDIRECTED.exec(text) : null))?.[1];
  const path = target === undefined ? '' : unquoted(target);
  if (path === '' || THROWAWAY.test(path)) return [];
  const said = SAID.exec(text);
  return [{ path, before: '', after: documents[0] ?? said?.[1] ?? said?.[2] ?? '' }];
}

/**
 * The words of a command, without their quotes, up to where it ends or is piped on. Without empty ones, and without those that
 * say where its streams lead.
 */
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
      // A number right before it is that of the stream.
      if (/^\d$/.test(word)) word = '';
      end();
      isStream = true;
      while (/[<>&|]/.test(text[at + 1] ?? '')) at++;
    } else if (/[|&)]/.test(character)) break;
    else if (character === '`' || (character === '(' && word === '$')) {
      // What another command names is not known.
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
/** A backslash is always read with what follows it: were it a character of its own as well, each would double the time. */
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

/** Commands that only prepare what follows: none of them is what is tried. */
const PREPARING = /^(?:mkdir|touch|cp|mv|rm|ln|chmod|set|export|source|\.|test|\[|true|sleep|pushd|popd)(?=\s|$)/;

/** Whether something is tried with a command, such as a test or a build. */
function isRun({ text }: Part): boolean {
  const command = text.replace(/^[({]\s*/, '');
  return !PREPARING.test(command) && !isLooking(command);
}

/** What a command line writes; see above. */
export function shellWrites(command: string): ShellWrites {
  const { line, documents } = splitDocuments(command);
  const edits: Edit[] = [];
  const rest: Part[] = [];
  const runs: number[] = [];
  let isThrowaway = false;
  for (const part of partsOf(line, documents)) {
    if (ELSEWHERE.test(part.text) || INTO_THROWAWAY.test(part.text)) isThrowaway = INTO_THROWAWAY.test(part.text);
    // What is written only where a run fails may never be; without it the line would look as if the run had passed.
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

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
const WORDS = new RegExp(WORD, 'g');
const unquoted = (word: string) => word.replace(/^(["'])(.*)\1$/s, '$2');

/** Where throwaway things are: no file of the project, unless that has a folder of its own there. */
const THROWAWAY = /^(?:\/dev\/|(?:\/private)?\/tmp\/[^/]*$|\$\{?(?:TMPDIR|TMP)\b)/;

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

const EDITORS: ReadonlySet<string> = new Set(['sed', 'gsed', 'perl']);
/** The option that writes into the file itself, alone or behind others. */
const IN_PLACE = /^-(?!-)[a-zA-Z]{0,4}i/;
const SUBSTITUTION =
  /(?:^|;)\s{0,20}(?:\d{1,9}(?:,\d{1,9})?)?s([/|#,@!])((?:\\.|(?!\1)[^\\]){1,1000}?)\1((?:\\.|(?!\1)[^\\]){0,1000}?)\1/s;

/** A file that is changed by an expression. */
function substituted({ text }: Part): Edit[] {
  const words = [...text.matchAll(WORDS)].map(([word]) => unquoted(word));
  if (!EDITORS.has(words[0] ?? '') || !words.some((word) => IN_PLACE.test(word))) return [];
  const path = words.at(-1) ?? '';
  const scripts = words.slice(1, -1).filter((word) => !word.startsWith('-'));
  if (scripts.length === 0 || THROWAWAY.test(path)) return [];
  const found = scripts.map((script) => SUBSTITUTION.exec(script)).find((match) => match !== null);
  return [{ path, before: found?.[2] ?? '', after: found?.[3] ?? scripts.join(' ') }];
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
const isRun = ({ text }: Part) => !PREPARING.test(text) && !isLooking(text);

/** What a command line writes; see above. */
export function shellWrites(command: string): ShellWrites {
  const { line, documents } = splitDocuments(command);
  const edits: Edit[] = [];
  const rest: Part[] = [];
  const runs: number[] = [];
  for (const part of partsOf(line, documents)) {
    // What is written only where a run fails may never be; without it the line would look as if the run had passed.
    const isMade = !(part.isFallback && runs.length > 0);
    const made = isMade ? [...written(part), ...substituted(part), ...patched(part)] : [];
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

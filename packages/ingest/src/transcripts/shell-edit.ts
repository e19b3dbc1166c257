import type { Edit } from './steps.ts';

// Files that an agent writes with its shell, and not with a tool for it: redirections, tee, sed -i and patches. What a command
// prints into a file, such as the log of a test, is no edit; nor is what only looks, or throws its output away.

/** What a command line writes, and what is left of it that runs. */
export interface ShellWrites {
  edits: Edit[];
  /** The line without the parts that only write; as it was where there are none. */
  rest: string;
}

/** A command of a line, as it stands there, with what is fed to it. */
interface Part {
  text: string;
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
  let [text, bare, quote] = ['', '', ''];
  let taken = 0;
  const end = () => {
    const marks = [...text.matchAll(HERE)].length;
    if (text.trim() !== '') parts.push({ text: text.trim(), bare, documents: documents.slice(taken, taken + marks) });
    taken += marks;
    [text, bare] = ['', ''];
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    const separator = quote === '' ? SEPARATOR.exec(line.slice(at, at + 2))?.[0] : undefined;
    if (separator !== undefined) {
      end();
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

const REDIRECTED = new RegExp(String.raw`(?:^|[^>&\d<])>{1,2}\s?(${WORD})`);
const TEED = new RegExp(String.raw`\btee (?:-a )?(${WORD})`);
/** Commands whose output is what somebody wants to write, and not what a program has to say. */
const WRITER = /^(?:cat|echo|printf)\b/;
const SAID = /^(?:echo|printf)(?: -[neE]{1,3})? (?:"([^"]*)"|'([^']*)')/;

/** A file that is written from a here-document or from words. */
function written({ text, bare, documents }: Part): Edit[] {
  const isFed = documents.length > 0 || SAID.test(text);
  if (!isFed || !(WRITER.test(text) || /^(?:sudo )?tee\b/.test(text))) return [];
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

/** What a command line writes; see above. */
export function shellWrites(command: string): ShellWrites {
  const { line, documents } = splitDocuments(command);
  const parts = partsOf(line, documents);
  const edits = parts.map((part) => [...written(part), ...substituted(part), ...patched(part)]);
  if (edits.every((one) => one.length === 0)) return { edits: [], rest: command };
  const rest = parts.filter((_, at) => edits[at]?.length === 0);
  return { edits: edits.flat(), rest: rest.map(({ text }) => text).join(' && ') };
}

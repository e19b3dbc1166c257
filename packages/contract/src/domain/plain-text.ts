import type { Reflection } from './reflection.ts';

// What people and agents write is often Markdown. Where there is room for one line, its marks are noise.

const FENCE = /^[ \t]*(?:```|~~~)/;
const SAYS = /[\p{L}\p{N}]/u;
/** A sentence; what ends sooner is rather an abbreviation. */
const SENTENCE = /^.{9,}?[.!?](?=\s)/u;
/** Stands for each piece of code while other marks are taken away. A text may have this character, too; then it stands for itself. */
const HELD = '\uE000';
/** A piece of code, whose characters are all meant. */
const CODE = /(?<!`)(`+)(?!`)([^`\n]+)\1(?!`)|\uE000/g;
/** An image or a link, which is read as its words. */
const LINK = /!?\[([^[\]\n]+)\]\([^()\s]+(?: "[^"\n]*")?\)/g;
/** A sign before a number is no mark of a quotation. */
const BLOCK = /^[ \t]*(?:(?:#{1,6}|[*+-]|>(?![ \t]*\d))[ \t]+)+/gm;
/** Asterisks that begin or end a word; others multiply, or stand for names of files. */
const STRONG = /(?<![\w*/])\*\*(?=[^\s*/])((?:[^*\n]|\*(?!\*))+)(?<=[^\s*/])\*\*(?![\w*/])/g;
const EMPHASIS = /(?<![\w*/.\\])\*(?=[\p{L}\p{N}\uE000"'(])([^*\n]+)(?<=[\p{L}\p{N}\uE000"').!?])\*(?![\w*/.])/gu;
const STRUCK = /~~(?=\S)([^~\n]+)(?<=\S)~~/g;

/** A text without marks of Markdown: no word of it is lost but the address of a link, and code stays as it is. */
export function plainText(text: string): string {
  const held: string[] = [];
  return text
    .replaceAll(CODE, (found: string, _marks, code: string | undefined) => {
      held.push(code ?? found);
      return HELD;
    })
    .replaceAll('`', '')
    .replaceAll(LINK, '$1')
    .replaceAll(BLOCK, '')
    .replaceAll(STRONG, '$1')
    .replaceAll(EMPHASIS, '$1')
    .replaceAll(STRUCK, '$1')
    .replaceAll(HELD, () => held.shift() ?? '')
    .trim();
}

/** The first line of a text that says something, without marks of Markdown. */
export function plainLine(text: string): string {
  const lines = text.trim().split('\n');
  return plainText(lines.find((line) => SAYS.test(line) && !FENCE.test(line)) ?? lines[0] ?? '');
}

type Said = 'text' | 'nextStrategy' | 'whatDidNotWork' | 'whatWorked';
type Named = Pick<Reflection, 'taskDescription'> & { [F in Said]?: Reflection[F] | undefined };

/** How a lesson is named for people: by its task, else by the first sentence of what it says. */
export function lessonTitle({ taskDescription, text, nextStrategy, whatDidNotWork, whatWorked }: Named): string {
  const task = plainText(taskDescription);
  if (task !== '') return task;
  const said = [text, nextStrategy, ...(whatDidNotWork ?? []), ...(whatWorked ?? [])].find((one) => one?.trim());
  const line = plainLine(said ?? '');
  return SENTENCE.exec(line)?.[0] ?? (line || 'Untitled lesson');
}

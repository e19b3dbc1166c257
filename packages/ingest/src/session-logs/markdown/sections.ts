import { lineEnds } from '@twicewise/contract';
import { inEnglish } from '../languages.ts';
import type { InParts } from '../parts.ts';
import { clean, withoutMarks } from '../texts.ts';

// Splits a Markdown log into sections of blocks, line by line. It knows as much of Markdown as logs use.

/** A paragraph, a list item with what belongs to it, or a table row. */
export interface SectionBlock {
  kind: 'paragraph' | 'item' | 'row';
  text: string;
  /** Line in the file, from 1. */
  line: number;
  /** Items nested below an item, without their marks. */
  inner: string[];
  /** Of a checklist item: whether it is ticked. Null for other blocks. */
  isTicked: boolean | null;
  cells: string[];
  /** Column heads of a row, in lower case. */
  heads: string[];
}

/** A heading and the text under it, up to the next heading. */
export interface Section {
  level: number;
  title: string;
  line: number;
  /** Titles of the sections around it, outermost first. */
  above: string[];
  blocks: SectionBlock[];
  /** The code in the section, each with its first line number. It shows what a program said, or what was written. */
  code: { text: string; line: number }[];
}

/** Maximum number of headings and blocks that are read: five times those of the largest log seen. */
const MAX_ENTRIES = 20_000;
/** Number of lines after which other work may run. */
const LINES_PER_PART = 200;
/** Maximum number of table columns that are read. */
const MAX_CELLS = 64;
/** Maximum length of a line that is read, in UTF-16 units. */
const MAX_LINE = 65_536;
const HEADING = /^ {0,3}(#{1,6})\s+(\S.{0,1000})$/;
const ITEM = /^(\s*)(?:(?:[-*+•‣]|\d{1,4}[.)])\s+|[・･]\s*)(\S.*)$/;
const TICK = /^\[( |x|X|-|~|✓|✔|✅)\]\s+/;
const FENCE = /^\s*(?:```|~~~)/;
const RULER = /^[\s|:-]+$/;

const SIGNS = /[\u2600-\u27BF]|[\u{1F000}-\u{1FAFF}]|\uFE0F/gu;

/** A heading without its number, marks and symbols. */
export function titleOf(text: string): string {
  const bare = withoutMarks(text.replace(SIGNS, '').replace(/\s#+\s*$/, ''))
    .replace(/^\d{1,3}[.)]\s+/, '')
    .trim();
  return inEnglish(bare);
}

/**
 * Maximum number of words of a heading that names a kind of thing. A longer one names a particular thing, whatever words are in
 * it.
 */
const MAX_KIND_WORDS = 4;

/** True for a heading that names one of these kinds of things. */
export function isKind(title: string, words: RegExp): boolean {
  // A quick test: most titles have none of the words.
  if (!words.test(title)) return false;
  const bare = title
    .replace(/\s?[([][^)\]]{0,80}[)\]]?\s{0,10}$/, '')
    .replace(/^(?:task|step|phase|part) \d{1,3}[.\d]{0,6}\s?[:–—-]\s?/i, '');
  const all = bare.split(/\s+/);
  // Words in file names do not count.
  return all.length <= MAX_KIND_WORDS && words.test(all.filter((word) => !/[._/]./.test(word)).join(' '));
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/, MAX_CELLS)
    .map((cell) => clean(cell.replaceAll('\\|', '|')));
}

const bare = { inner: [], isTicked: null, cells: [], heads: [] };

/** Reads lines one by one. Its state is where the next line belongs. */
class Reader {
  readonly sections: Section[] = [{ level: 0, title: '', line: 1, above: [], blocks: [], code: [] }];
  private block: SectionBlock | null = null;
  private indent = 0;
  private heads: string[] | null = null;
  private isCode = false;
  private space = 0;
  private levels: { level: number; name: string }[] = [];
  private entries = 0;
  /** The first line that did not fit. */
  leftFrom: number | null = null;

  private get blocks(): SectionBlock[] {
    return (this.sections.at(-1) as Section).blocks;
  }

  private open(block: SectionBlock): void {
    this.block = block;
    this.space = MAX_LINE;
    this.entries++;
    this.blocks.push(block);
  }

  /** Appends only the new line: cleaning the whole text each time would read every line again and again. */
  private append(block: SectionBlock, said: string): void {
    this.space -= said.length + 1;
    if (this.space < 0) return;
    if (block.inner.length > 0) block.inner.push(said);
    else block.text += `\n${said}`;
  }

  private heading(level: number, title: string, line: number): void {
    const above = this.levels.filter((one) => one.level < level).map(({ name }) => name);
    this.levels = [...this.levels.filter((one) => one.level < level), { level, name: title }];
    this.entries++;
    this.sections.push({ level, title, line, above, blocks: [], code: [] });
    this.block = null;
    this.heads = null;
  }

  private row(text: string, line: number): void {
    const cells = cellsOf(text);
    if (RULER.test(text)) return;
    if (this.heads === null) this.heads = cells.map((cell) => inEnglish(withoutMarks(cell)).toLowerCase());
    else
      this.open({
        ...bare,
        kind: 'row',
        text: clean(cells.filter((cell) => cell !== '').join(' | ')),
        line,
        cells,
        heads: this.heads,
      });
    this.block = null;
  }

  private item(indent: number, text: string, line: number): void {
    const tick = TICK.exec(text)?.[1];
    const said = clean(tick === undefined ? text : text.replace(TICK, ''));
    const isTicked = tick === undefined ? null : /[xX✓✔✅]/.test(tick);
    if (this.block?.kind === 'item' && indent > this.indent) {
      this.space -= said.length + 1;
      if (this.space >= 0) this.block.inner.push(isTicked === false ? `[ ] ${said}` : said);
      return;
    }
    this.indent = indent;
    this.open({ ...bare, kind: 'item', text: said, line, isTicked, inner: [] });
  }

  private plain(text: string, line: number): void {
    const said = clean(text.replace(/^\s*>+\s?/, ''));
    // Bold labels on separate lines are fields, with or without a blank line between them.
    const isField = /^\*\*[^*]{1,80}\*\*\s?[:：]|^\*\*[^*]{1,80}[:：]\*\*/.test(said);
    const belongs = this.block?.kind === 'item' ? /^\s/.test(text) : this.block?.kind === 'paragraph' && !isField;
    if (this.block && belongs) this.append(this.block, said);
    else this.open({ ...bare, kind: 'paragraph', text: said, line, inner: [] });
  }

  private get codes(): Section['code'] {
    return (this.sections.at(-1) as Section).code;
  }

  private codeLine(text: string): void {
    const code = this.codes.at(-1);
    this.space -= text.length + 1;
    if (code && this.space >= 0) code.text += `${code.text === '' ? '' : '\n'}${text}`;
  }

  /** Takes one line of the file. */
  take(raw: string, line: number): void {
    if (this.entries >= MAX_ENTRIES) {
      this.leftFrom ??= line;
      return;
    }
    const text = raw.length > MAX_LINE ? raw.slice(0, MAX_LINE) : raw;
    if (FENCE.test(text)) {
      this.isCode = !this.isCode;
      if (this.isCode) this.codes.push({ text: '', line });
      this.entries++;
      this.space = MAX_LINE;
      return;
    }
    if (this.isCode) {
      this.codeLine(text);
      return;
    }
    const heading = HEADING.exec(text);
    const item = heading ? null : ITEM.exec(text);
    if (/^\s*\|/.test(text)) {
      this.row(text, line);
      return;
    }
    this.heads = null;
    if (heading) this.heading((heading[1] as string).length, titleOf(heading[2] as string), line);
    else if (/^\s*(?:[-*_]\s?){3,100}$/.test(text)) this.block = null;
    else if (item) this.item((item[1] as string).length, item[2] as string, line);
    else if (text.trim() !== '') this.plain(text, line);
    else if (this.block?.kind === 'paragraph') this.block = null;
  }
}

/** The sections that were read of a text, and the number of the first line that did not fit. */
export interface Sections {
  sections: Section[];
  leftFrom: number | null;
}

/** The sections of a text. Code is not a block: it shows what a program does or says, not what somebody did. */
export function* sectionsIn(text: string): InParts<Sections> {
  const reader = new Reader();
  let [line, from] = [0, 0];
  for (const { 0: end, index } of lineEnds(text)) {
    reader.take(text.slice(from, index), ++line);
    from = index + end.length;
    if (reader.leftFrom !== null) break;
    if (line % LINES_PER_PART === 0) yield;
  }
  return { sections: reader.sections, leftFrom: reader.leftFrom };
}

/** A label and its value: `**Rationale**: it is simple`, also without bold. */
export function fieldOf(text: string): { label: string; value: string } | null {
  const bold = /^(?:[-*]\s)?\*\*([^*\n]{1,80}?)\s?[:：]?\*\*\s?[:：–—-]?\s{0,3}([\s\S]*)$/.exec(text);
  const plain = bold ? null : /^([\p{Lu}\p{Lo}][\p{L}\p{M}/ -]{1,40})[:：]\s{0,3}([\s\S]*)$/u.exec(text);
  const found = bold ?? plain;
  if (!found) return null;
  return {
    label: titleOf((found[1] as string).replace(/[:：]$/, '')).toLowerCase(),
    value: (found[2] as string).trim(),
  };
}

/** The text of a block: an item with what is nested below it. */
export function blockText({ text, inner }: SectionBlock): string {
  return clean(inner.length === 0 ? text : [text, ...inner.map((one) => `- ${one}`)].join('\n'));
}

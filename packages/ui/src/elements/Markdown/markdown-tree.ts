import MarkdownIt, { type Token } from 'markdown-it';

/** A piece of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; of: Inline[] }
  | { kind: 'em'; of: Inline[] }
  | { kind: 'strike'; of: Inline[] }
  /** `address` is http or https, exactly as written. */
  | { kind: 'link'; address: string; title: string; of: Inline[] }
  /** Never loaded: its description and its address are text. */
  | { kind: 'image'; text: string; address: string; title: string };

/** The side that a column of a table is set to. */
export type ColumnSide = 'left' | 'center' | 'right';
/** An entry of a list; `number` as written in an ordered one. */
export interface ListEntry {
  number: string;
  of: TextBlock[];
}
/** A cell of a table. */
export interface TableCell {
  side: ColumnSide;
  of: Inline[];
}

/** A block of a text. */
export type TextBlock =
  | { kind: 'paragraph' | 'heading'; of: Inline[] }
  /** `label` is what the text says about the code, such as its language. */
  | { kind: 'code'; text: string; label: string }
  | { kind: 'quote'; of: TextBlock[] }
  | { kind: 'list'; ordered: boolean; entries: ListEntry[] }
  | { kind: 'table'; rows: TableCell[][] }
  | { kind: 'rule' };

/** Longer texts, in UTF-16 units, are shown as written. */
export const MAX_LENGTH = 100_000;
/** Texts of more pieces are shown as written, because each is an element of the page. */
export const MAX_PIECES = 5_000;
/** Marks within more others are shown as written. */
const MAX_DEPTH = 40;

/**
 * Only http and https; anything else in brackets stays text, with its address. Definitions of references are text, because
 * they are otherwise invisible, and so are entities: a lesson that says `&lt;` means what it says.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: MAX_DEPTH }).disable([
  'reference',
  'entity',
]);
markdown.validateLink = (address) => /^https?:\/\/[^\s/]/i.test(address);
markdown.normalizeLink = (address) => address;
markdown.normalizeLinkText = (address) => address;

/** Makes the pieces of one line; what is nested too deeply keeps its marks as text. */
class Line {
  readonly whole: Inline[] = [];
  #open: Inline[][] = [this.whole];

  add(token: Token): void {
    if (token.nesting > 0) this.#begin(token);
    else if (token.nesting < 0) this.#end(token);
    else this.#put(pieceOf(token));
  }

  #put(piece: Inline): void {
    const here = this.#open.at(-1) ?? this.whole;
    const last = here.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else here.push(piece);
  }

  /** Beyond the depth, the marks of both ends are text, and what is between them belongs to the line around. */
  #isDeep(): boolean {
    return this.#open.length > MAX_DEPTH;
  }

  #begin(token: Token): void {
    const here = this.#open.at(-1) ?? this.whole;
    if (this.#isDeep() && token.type !== 'link_open') {
      this.#put({ kind: 'text', text: token.markup });
      this.#open.push(here);
      return;
    }
    const of: Inline[] = [];
    here.push(spanOf(token, of));
    this.#open.push(of);
  }

  #end(token: Token): void {
    const [around, inner] = this.#open.slice(-2);
    this.#open.pop();
    if (around === inner) this.#put({ kind: 'text', text: token.markup });
  }
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function spanOf(token: Token, of: Inline[]): Inline {
  if (token.type === 'strong_open') return { kind: 'strong', of };
  if (token.type === 's_open') return { kind: 'strike', of };
  if (token.type === 'em_open') return { kind: 'em', of };
  return { kind: 'link', address: attributeOf(token, 'href'), title: attributeOf(token, 'title'), of };
}

function pieceOf(token: Token): Inline {
  if (token.type === 'code_inline') return { kind: 'code', text: token.content };
  if (token.type === 'softbreak' || token.type === 'hardbreak') return { kind: 'text', text: '\n' };
  if (token.type !== 'image') return { kind: 'text', text: token.content };
  const [address, title] = [attributeOf(token, 'src'), attributeOf(token, 'title')];
  return { kind: 'image', text: token.content, address, title };
}

function lineOf(token: Token | undefined): Inline[] {
  const line = new Line();
  for (const child of token?.children ?? []) line.add(child);
  return line.whole;
}

const SIDES: readonly ColumnSide[] = ['center', 'right'];

/** Reads blocks from tokens, which come as a sequence of begins and ends. */
class Reader {
  #at = 0;

  readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The blocks up to the end of the one around. */
  blocks(): TextBlock[] {
    const blocks: TextBlock[] = [];
    for (;;) {
      const token = this.tokens[this.#at];
      if (!token || token.nesting < 0) return blocks;
      this.#at++;
      const block = this.#block(token);
      if (block) blocks.push(block);
    }
  }

  /** Skips the token that ends a block. */
  #close<T>(value: T): T {
    this.#at++;
    return value;
  }

  #block(token: Token): TextBlock | null {
    switch (token.type) {
      case 'paragraph_open':
      case 'heading_open': {
        const kind = token.type === 'heading_open' ? 'heading' : 'paragraph';
        const of = lineOf(this.tokens[this.#at++]);
        return this.#close({ kind, of });
      }
      case 'blockquote_open':
        return this.#close({ kind: 'quote', of: this.blocks() });
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const ordered = token.type === 'ordered_list_open';
        return this.#close({ kind: 'list', ordered, entries: this.#entries() });
      }
      case 'table_open':
        return this.#close({ kind: 'table', rows: this.#rows() });
      case 'hr':
        return { kind: 'rule' };
      case 'fence':
      case 'code_block':
        return { kind: 'code', text: token.content.replace(/\n$/, ''), label: token.info.trim() };
      default:
        // Nothing that is not known here is lost: the text is then shown as written.
        return null;
    }
  }

  #entries(): ListEntry[] {
    const entries: ListEntry[] = [];
    for (;;) {
      const token = this.tokens[this.#at];
      if (token?.type !== 'list_item_open') return entries;
      this.#at++;
      entries.push(this.#close({ number: token.info, of: this.blocks() }));
    }
  }

  #rows(): TableCell[][] {
    const rows: TableCell[][] = [];
    for (; this.tokens[this.#at]?.type !== 'table_close'; this.#at++) {
      const token = this.tokens[this.#at];
      if (!token) return rows;
      if (token.type === 'tr_open') rows.push([]);
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const style = attributeOf(token, 'style');
      const side = SIDES.find((one) => style.includes(one)) ?? 'left';
      rows.at(-1)?.push({ side, of: lineOf(this.tokens[this.#at + 1]) });
    }
    return rows;
  }
}

function textOfLine(line: readonly Inline[]): string {
  return line.map(textOfPiece).join('');
}

function textOfPiece(piece: Inline): string {
  if (piece.kind === 'text' || piece.kind === 'code') return piece.text;
  if (piece.kind === 'image') return `${piece.text} ${piece.address} ${piece.title}`;
  if (piece.kind !== 'link') return textOfLine(piece.of);
  const text = textOfLine(piece.of);
  return text === piece.address ? text : `${text} ${piece.address} ${piece.title}`;
}

/** Everything that the blocks say, in the order of the source, with addresses, labels of code, and numbers of entries. */
export function textOf(blocks: readonly TextBlock[]): string {
  return blocks.map(textOfBlock).join('\n');
}

function textOfBlock(block: TextBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return textOfLine(block.of);
    case 'code':
      return `${block.label}\n${block.text}`;
    case 'quote':
      return textOf(block.of);
    case 'list':
      return block.entries.map(({ number, of }) => `${number} ${textOf(of)}`).join('\n');
    case 'table':
      return block.rows.map((cells) => cells.map(({ of }) => textOfLine(of)).join('|')).join('\n');
    case 'rule':
      return '';
  }
}

const NOT_SAID = /[^\p{L}\p{N}]+/gu;
/** The letters and digits of a text. */
const said = (text: string) => text.replaceAll(NOT_SAID, '');

/**
 * The blocks of a Markdown text; null if it must be shown as written: when it is too long, has too many pieces, or would lose
 * a letter or digit, as a row of a table does that has more cells than its head. An agent gets the text as written, so what a
 * person reads of it must not say less.
 */
export function treeOf(text: string): TextBlock[] | null {
  if (text.length > MAX_LENGTH) return null;
  const tokens = markdown.parse(text, {});
  const pieces = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  if (pieces > MAX_PIECES) return null;
  const blocks = new Reader(tokens).blocks();
  return said(textOf(blocks)) === said(text) ? blocks : null;
}

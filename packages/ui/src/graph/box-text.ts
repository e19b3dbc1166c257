/** Characters that change the reading direction or break lines; boxes do not show them. Joiners make one sign of several, and stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** A text in one line, without invisible characters. */
export const oneLine = (text: string) => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Widths of characters in the letters of the interface, as a share of their size: the widest of each kind. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[ ijlI.,:;!'‘’·]/, 0.3],
  [/[tfr()[\]/\\|`]/, 0.38],
  [/[1{}"“”_-]/, 0.47],
  [/[acehknsuvxyzEFJL57?*^–•]/, 0.6],
  [/[bdgopq\dZPRSTB#$&]/, 0.65],
  [/[AKVXY+<=>~]/, 0.69],
  [/[CDGHNOQU\u0080-\u024f\u0590-\u0eff\u1e00-\u1eff]/, 0.76],
  [/[mwM…→✕\u0370-\u04ff]/, 0.9],
];
/** Emoji and flags, of which a font may have only the parts. */
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const PICTURE_WIDTH = 1.5;
/** Of all others, among them those of East Asia. */
const WIDEST = 1.1;

/** Signs as a reader counts them, marks and joined ones together. */
const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const signsOf = (text: string) => [...SIGNS.segment(text)].map(({ segment }) => segment);
/** By the first character of a sign: marks are above or below it. */
const widthOfSign = ([first = '']: string) =>
  WIDTHS.find(([kind]) => kind.test(first))?.[1] ?? (PICTURE.test(first) ? PICTURE_WIDTH : WIDEST);
const widthOf = (text: string) => signsOf(text).reduce((sum, sign) => sum + widthOfSign(sign), 0);

/** The beginning of a text that is at most so wide, at least one sign. */
function beginning(text: string, width: number): string {
  const signs = signsOf(text);
  let [end, taken] = [0, 0];
  while (end < signs.length) {
    taken += widthOfSign(signs[end] as string);
    if (taken > width && end > 0) break;
    end++;
  }
  return signs.slice(0, end).join('');
}

/** Cuts a text to a width, with an ellipsis. */
function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${beginning(text, width - widthOf('…')).trimEnd()}…`;
}

/**
 * The text of a box: broken between words where possible, cut after so many lines. `width` is that of a line as a multiple of the size
 * of its letters. Widths are estimated, as a drawing that is saved as a file has nothing to measure with.
 */
export function inBox(text: string, width: number, lines: number): string {
  let rest = oneLine(text);
  const broken: string[] = [];
  while (broken.length < lines - 1 && widthOf(rest) > width) {
    const head = beginning(rest, width);
    // The next character tells whether the line ends with a word.
    const space = rest[head.length] === ' ' ? head.length : head.lastIndexOf(' ');
    const line = space > 0 ? head.slice(0, space) : head;
    broken.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return [...broken, cut(rest, width)].join('\n');
}

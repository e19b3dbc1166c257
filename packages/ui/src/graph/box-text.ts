/** Characters that change the reading direction or break lines; boxes do not show them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

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
  [/[CDGHNOQU\u0080-\u024f]/, 0.76],
  [/[mwM…→✕\u0370-\u04ff]/, 0.9],
];
/** Of all others, among them those of East Asia and emoji. */
const WIDEST = 1.1;

const widthOf = (text: string) =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([kind]) => kind.test(one))?.[1] ?? WIDEST), 0);

/** The beginning of a text that is at most so wide, at least one character. */
function beginning(text: string, width: number): string {
  const characters = [...text];
  let [end, taken] = [0, 0];
  while (end < characters.length) {
    taken += widthOf(characters[end] as string);
    if (taken > width && end > 0) break;
    end++;
  }
  return characters.slice(0, end).join('');
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

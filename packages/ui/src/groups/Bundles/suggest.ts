import { PRODUCT } from '@twicewise/contract';

/** The home folder of a user, by the path conventions of common systems. */
const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\])/;
const NOT_IN_NAMES = /[^\p{L}\p{N}._-]+/gu;
const LONGEST = 60;

// Written by hand, because a regular expression for the end of a text searches from every position.

/** The text without the given characters at its start. */
function withoutStart(text: string, marks: string): string {
  let start = 0;
  while (start < text.length && marks.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/** The text without the given characters at its end. */
function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The file name for a bundle of `what`, made on `day`. */
export function bundleName(what: string, day: Date): string {
  const plain = withoutEnd(withoutStart(what.replace(NOT_IN_NAMES, '-'), '-.'), '-.');
  const name = plain.slice(0, LONGEST).toWellFormed() || PRODUCT.command;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${name}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}${PRODUCT.bundleExtension}`;
}

/** The proposed path of a file: in the home folder that contains the data folder, otherwise next to the data folder. */
export function proposedPath(dataFolder: string, name: string): string {
  const mark = dataFolder.includes('\\') && !dataFolder.startsWith('/') ? '\\' : '/';
  const home = HOME.exec(dataFolder)?.[0];
  const folder = home ?? dataFolder.slice(0, Math.max(0, withoutEnd(dataFolder, '/\\').lastIndexOf(mark)));
  return `${folder}${mark}${name}`;
}

import { PRODUCT } from '@twicewise/contract';

/** The home folder of a user, where paths are as on the usual systems. */
const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\])/;
const NOT_IN_NAMES = /[^\p{L}\p{N}._-]+/gu;
const LONGEST = 60;

// By hand: an expression for the end of a text looks for it from every place.

/** The text without the marks that it begins with. */
function withoutStart(text: string, marks: string): string {
  let start = 0;
  while (start < text.length && marks.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/** The text without the marks that it ends with. */
function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Name for a bundle of `what`, made on `day`. */
export function bundleName(what: string, day: Date): string {
  const plain = withoutEnd(withoutStart(what.replace(NOT_IN_NAMES, '-'), '-.'), '-.');
  const name = plain.slice(0, LONGEST).toWellFormed() || PRODUCT.command;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${name}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}${PRODUCT.bundleExtension}`;
}

/** Where to propose a file: in the home folder that the data folder is in, else next to the data folder. */
export function proposedPath(dataFolder: string, name: string): string {
  const mark = dataFolder.includes('\\') && !dataFolder.startsWith('/') ? '\\' : '/';
  const home = HOME.exec(dataFolder)?.[0];
  const folder = home ?? dataFolder.slice(0, Math.max(0, withoutEnd(dataFolder, '/\\').lastIndexOf(mark)));
  return `${folder}${mark}${name}`;
}

/** Words that mean the same to every shell, quoted or not. */
const PLAIN = /^[\w@%+=:,./-]+$/;
/** The same where a percent sign begins a variable. */
const PLAIN_ON_WINDOWS = /^[\w@+=:,./-]+$/;
/** What has a meaning between double quotes to one of the shells of Windows. */
const ACTS_IN_QUOTES = /["$`%!]/;

function quoted(word: string): string {
  // Nothing has a meaning between single quotes; one itself stands outside of them. Gemini CLI 0.61.0 and Qwen Code 0.24.4 put in
  // variables before any shell sees the line, quoted or not, unless something stands after the dollar sign.
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`).replaceAll('$', "$$''")}'`;
}

/**
 * On Windows a program may hand the line to Git's sh, to PowerShell or to cmd. Slashes mean the same to all of them, and so do
 * double quotes around what has no `$`, `%` or the like in it; other words are right for the first two only.
 */
function quotedOnWindows(word: string): string {
  const path = word.replaceAll('\\', '/');
  if (PLAIN_ON_WINDOWS.test(path)) return path;
  return ACTS_IN_QUOTES.test(path) ? `'${path.replaceAll("'", "''")}'` : `"${path}"`;
}

/** A command and its arguments as one line for the shell of a platform, each word as it is whatever is in it. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(platform === 'win32' ? quotedOnWindows : quoted).join(' ');
}

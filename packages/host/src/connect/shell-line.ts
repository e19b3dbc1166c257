/** Words that every shell reads the same way, quoted or not. */
const PLAIN = /^[\w@%+=:,./-]+$/;
/** The same for shells in which a percent sign begins a variable. */
const PLAIN_ON_WINDOWS = /^[\w@+=:,./-]+$/;
/** Characters that are special between double quotes in some shell of Windows. */
const ACTS_IN_QUOTES = /["$`%!]/;

function quoted(word: string): string {
  // No character is special between single quotes; a single quote itself is written outside of them. Gemini CLI 0.61.0 and Qwen
  // Code 0.24.4 replace variables before a shell reads the line, quoted or not, unless another character separates the dollar
  // sign from the name.
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`).replaceAll('$', "$$''")}'`;
}

/**
 * On Windows a program may pass the line to Git's sh, to PowerShell or to cmd. All three read slashes alike, and double quotes
 * around text without `$`, `%` and similar characters. Other words are right for the first two only.
 */
function quotedOnWindows(word: string): string {
  const path = word.replaceAll('\\', '/');
  if (PLAIN_ON_WINDOWS.test(path)) return path;
  return ACTS_IN_QUOTES.test(path) ? `'${path.replaceAll("'", "''")}'` : `"${path}"`;
}

/** Joins a command and its arguments into one line for the platform's shell. Each word reaches the program unchanged. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(platform === 'win32' ? quotedOnWindows : quoted).join(' ');
}

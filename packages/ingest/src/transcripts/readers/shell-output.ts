// Gemini CLI and Qwen Code wrap what a command of their shell tool printed: `Output: …`, and below it lines on how it ended, always
// in this order. Seen in Gemini CLI 0.61.0, which leaves out what there is none of, and in Qwen Code 0.24.4, which says `(none)`.

/** The lines below an output, the last first. */
const BELOW = [
  /^Process Group PGID: (?:\d{1,10}|\(none\))$/,
  /^Background PIDs: [\d, ]{1,400}$/,
  /^Signal: \S{1,40}$/,
  /^Exit Code: (?:-?\d{1,10}|\(none\))$/,
  /^Error: /,
] as const;
const EXIT_CODE = /^Exit Code: (-?\d{1,10})$/;
const BEFORE = 'Output: ';
/** Qwen Code says what was run, and where, before the output. */
const DIRECTORY = '\nDirectory: ';

/** Gemini CLI puts these marks around what comes from outside. */
const UNTRUSTED = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/;

/** What a command printed, and the exit code that its program tells. */
export interface ShellOutput {
  text: string;
  /** Null where none is reported: the command succeeded, or was ended by a signal. */
  exitCode: number | null;
}

/** What stands between the marks around an answer of a tool; the answer itself where there are none. */
export function withoutUntrustedMarks(answer: string): string {
  return UNTRUSTED.exec(answer)?.[1] ?? answer;
}

function withoutHead(text: string): string | null {
  if (text.startsWith(BEFORE)) return text.slice(BEFORE.length);
  const directory = text.startsWith('Directory: ') ? 0 : text.indexOf(DIRECTORY);
  if (directory < 0) return null;
  const at = text.indexOf(`\n${BEFORE}`, directory);
  return at < 0 ? null : text.slice(at + 1 + BEFORE.length);
}

/**
 * Removes the wrapper from an output. The exit code is taken from the wrapper only, never from the output. Null for an output
 * without this wrapper: a command that was cancelled, or still runs in the background.
 */
export function unwrapShellOutput(wrapped: string): ShellOutput | null {
  const rest = withoutHead(wrapped);
  if (rest === null) return null;
  const lines = rest.split('\n');
  let exitCode: number | null = null;
  for (const below of BELOW) {
    const last = lines.at(-1) ?? '';
    if (lines.length < 2 || !below.test(last)) continue;
    exitCode = Number(EXIT_CODE.exec(last)?.[1] ?? Number.NaN) || exitCode;
    const isError = last.startsWith('Error: ') && last !== 'Error: (none)';
    lines.pop();
    // For a command that could not run, the program's message is all there is.
    if (isError) lines.push(last);
  }
  const text = lines.join('\n');
  return { text: text === '(empty)' ? '' : text, exitCode };
}

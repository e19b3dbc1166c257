/** A line that says what went wrong, among many that do not. */
const TELLING =
  /\b(?:error|fail(?:ed|ure|s)?|exception|panic|fatal|traceback|assert\w*|expected|unexpected|undefined|cannot|can't|could not|not found|no such|not formatted|denied|refused|invalid|missing|unknown|timed? ?out)\b|[✗✕×]|^E\s|\bwant\b|\bignored by\b|\b\w{1,80}(?:Error|Exception)\b|:\d+:\d+:/i;
/** A line that only says that something went wrong, or that all is well. */
const BARE =
  /^(?:exit code \d+|error|failed|fail|not ok|.*\btask failed|\S+ (?:failed|error)!?|npm ERR! .*|make: \*\*\* .*|FAIL\s+\S.*|--- FAIL: \S+ \([\d.]+s\)|=== (?:RUN|PAUSE|CONT).*|--- PASS.*|ok\s+\S.*|\?\s+\S.*|\[[^\]]*\] \$ .*|==> .*|\s*\d+ (?:failed|passing|failing).*|\d+\) (?:test|doctest|property) .*)$/i;
/** A line of a log that is not about the failure itself. */
const LOGGED = /\b(?:WARN(?:ING)?|INFO|DEBUG|TRACE)\b/;
/** A line of a printed value. */
const DUMPED = /^(?:\[\w+: |%\{|\}|\{)/;
/** A line of a frame around what is said. */
const FRAME = /^(?:└─|==|--|\|)/;
/** A line that names a place in a file: it tells more than one that does not. */
const PLACED = /[\w-]\.\w{1,12}:\d/;
/** True for a line of a printed value: it names no cause. */
export function isDumped(line: string): boolean {
  return DUMPED.test(line);
}

/**
 * Lines of an output that say what went wrong, in order and without repetitions, at most `count`. Without any, its first lines
 * that say anything. Lines with a file position come first, log lines and printed values last.
 */
export function tellingLines(output: string, count: number): string[] {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && !BARE.test(line));
  const telling = lines.filter((line) => TELLING.test(line));
  const chosen = telling.length > 0 ? telling : lines;
  const place = (line: string) => {
    if (DUMPED.test(line) || FRAME.test(line)) return 3;
    if (LOGGED.test(line)) return 2;
    return PLACED.test(line) ? 0 : 1;
  };
  const ordered = chosen.toSorted((a, b) => place(a) - place(b));
  return [...new Set(ordered)].slice(0, count);
}

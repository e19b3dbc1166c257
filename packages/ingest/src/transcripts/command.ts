const VIEWERS = 'tail|head|grep|less|cat|tee|wc|sort|uniq|sed|awk';
/** Pipes that only shorten what is shown. The command is the same with and without them, but its exit code is lost. */
const VIEW = new RegExp(String.raw` ?\| ?(?:${VIEWERS})\b[^|&;]*$`);
const REDIRECT = / ?(?:2>&1|2>\/dev\/null|>\/dev\/null|&>\/dev\/null)/g;

/** Commands that only look at something: a failure and a later pass of these teach nothing. */
const LOOKING =
  /^(?:ls|cat|grep|rg|ag|find|fd|head|tail|pwd|which|type|echo|printf|wc|stat|file|tree|du|df|ps|env|sed -n|git (?:status|log|diff|show|branch|blame|remote|ls-files|rev-parse|stash (?:list|show))|gh (?:pr|issue|run) (?:view|list|diff|checks))\b/;

/** The form in which commands are compared: without parts that only change what is shown. */
export function sameCommand(command: string): string {
  let form = command.replace(/\s+/g, ' ').replace(REDIRECT, '').trim();
  while (VIEW.test(form)) form = form.replace(VIEW, '');
  return form.trim();
}

/** True when the exit code is that of the last part of a pipe, so it says nothing about the command. */
export function hidesExitCode(command: string): boolean {
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? '';
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '|' && command[at + 1] === '|') at++;
    else if (character === '|') return true;
  }
  return false;
}

/** Commands that may fix something: they write files, fetch what is missing, or change settings. */
const MENDING =
  /\b(?:fmt|format|prettier|gofmt|fix|--write|install|add|ci|get|tidy|update|upgrade|generate|codegen|gen|migrate|sync|restore|init|build|compile|clean|reset|config|set|export|pull|fetch|merge|rebase|checkout|switch|chmod|cp|mv|rm|ln|sed|patch|apply|start|up|kill|unset)\b/;

/** Variables set for the rest of one command line. */
const SETTINGS = /^(?:export \w{1,80}=\S{0,400} ?(?:&&|;) ?){1,20}(?=\S)/;

/** True for a command that may have fixed a failure. Commands that only wait or look cannot. */
export function mayMend(command: string): boolean {
  return MENDING.test(command.replace(SETTINGS, '')) && !isLooking(command);
}

const QUOTED = /'[^']*'|"[^"]*"/g;
/**
 * Text or a document that a pipe feeds to a program, so that the program is what is tested. For a line without its quoted texts.
 */
const FED = new RegExp(String.raw`(?:^|&&|;) ?(?:echo\b|printf\b|cat ?<<)[^|;&]*(?<!>)\|(?!\||&? ?(?:${VIEWERS})\b)`);

/** True for a command that only looks at something. */
export function isLooking(command: string): boolean {
  const form = sameCommand(command);
  if (FED.test(form.replace(QUOTED, ''))) return false;
  const steps = form.split(/ ?(?:&&|;|\|\|) ?/);
  return steps.every((step) => step === '' || /^cd\b/.test(step) || LOOKING.test(step));
}

/** Words in an output which say that tests or a build failed, whatever the exit code was. */
const FAILURE =
  /^[ \t]{0,16}(?:--- )?FAIL\b|^[ \t]{0,16}FAILED\b|\bBUILD FAILED\b|\b[1-9]\d* (?:failed|failures?|failing)\b|^error(?:\[\w+\])?: |\bERROR task failed\b/im;

/** Whether an output says that something failed. */
export function saysFailure(output: string): boolean {
  return FAILURE.test(output);
}

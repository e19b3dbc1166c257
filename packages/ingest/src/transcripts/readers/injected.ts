import { withoutReminders } from '@twicewise/contract';

// Text that agents' programs put into prompts and outputs, written by neither a person nor a tool. No lesson may come from it.

const REMINDER = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g;

/** What an editor adds to a person's prompt: the open file, the selected text. */
const EDITOR = /<(ide_[a-z_]{1,40}|open_and_recently_viewed_files|editor_context|attached_files)>[\s\S]*?(?:<\/\1>|$)/g;
/** The same in Codex: headings, of which the last one holds the person's text. */
const EDITOR_HEADINGS = /^# Context from my IDE setup:[\s\S]*?(?:^## My request for Codex:\s{0,50}|$(?![\s\S]))/m;

/** Beginnings of user records of Claude Code that no person typed; seen in 2.0.64 to 2.1.42 and in newer fixtures. */
const NOT_TYPED =
  /^\s*(?:<(?:command-name|command-message|local-command-stdout|local-command-caveat|task-notification|bash-input|bash-stdout|environment_context|user_instructions|turn_aborted)|\[Request interrupted by user|Implement the following plan:|Caveat: The messages below|This session is being continued from a previous|Operation stopped by hook: |# AGENTS\.md)/;

/** Removes injected text: reminders of the program, and ours. */
export function withoutInjected(text: string): string {
  return withoutReminders(text.replace(REMINDER, '').replace(EDITOR, '').replace(EDITOR_HEADINGS, '')).trim();
}

/** The words of a person in a prompt; null when there are none. */
export function typedWords(text: string): string | null {
  const words = withoutInjected(text);
  return words === '' || NOT_TYPED.test(words) ? null : words;
}

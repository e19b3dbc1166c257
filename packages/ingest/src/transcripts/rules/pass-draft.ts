import { isDumped } from '@twicewise/checks';
import type { Clean } from '@twicewise/redaction';
import { sameCommand } from '../command.ts';
import {
  cleanEdit,
  describeEdit,
  firstWords,
  isAside,
  meaning,
  namesIn,
  proseSentences,
  sharedNames,
} from '../excerpt.ts';
import type { Finding } from './finding.ts';
import type { Change, FailureMode, Run, Watched } from './watched.ts';

/** Maximum number of changes that a draft names. */
const NAMED_CHANGES = 2;
/** Maximum number of informative lines that a draft names besides the one in its title. */
const NAMED_LINES = 2;
/** Confidence of a draft: for a failure after which the command passed, and for one after which it failed in another way. */
const CONFIDENCE = { passed: 0.8, failedOtherwise: 0.6 } as const;
/** Number of names that a sentence must share with the failure to be about it. */
const SHARED_NAMES = 2;
/** A failure that may be about an import. */
const ABOUT_IMPORTS = /\b(?:import|undefined|module|package|require|cannot find|not found)/i;

/** A failure in words: its informative lines, and the names in its title, in all of it, and in what the agent said about it. */
interface About {
  first: string;
  told: string[];
  title: ReadonlySet<string>;
  names: ReadonlySet<string>;
  why: ReadonlySet<string>;
}

/** A line of an output without its file position: names in paths say nothing about the fault. */
const withoutPlace = (line: string) =>
  line
    .split(/\s/)
    .filter((word) => !PLACE.test(word) && (!word.includes('/') || /[()]/.test(word)))
    .join(' ');
const PLACE = /\.\w{1,12}:\d/;

/** Null where nothing useful is known: the failure printed nothing, or only a value. */
function aboutOf({ failures, why }: FailureMode, title?: string): About | null {
  const all = [...new Set(failures.flatMap((failure) => failure.told))];
  const first = title ?? all[0];
  if (first === undefined || isDumped(first)) return null;
  const told = [first, ...all.filter((line) => line !== first)];
  // Names in a file position say where it failed, not what failed, and would match every change of that file.
  const said = namesIn(withoutPlace(first));
  return {
    first,
    told,
    title: said.size > 0 ? said : namesIn(first),
    names: namesIn(told.join(' ')),
    why: namesIn(why),
  };
}

/**
 * Describes a failure by the error that the change has to do with, because a run may report several and the title must fit the
 * fix. That is the first error, unless the change shares names only with another.
 */
function titledBy(mode: FailureMode, clean: Clean): About | null {
  const about = aboutOf(mode);
  if (about === null || about.told.length < 2) return about;
  const [done = ''] = telling(mode.changes, about, clean);
  const made = namesIn(done.slice(done.indexOf(': ') + 1));
  const shared = (line: string) => sharedNames(withoutPlace(line), made);
  if (shared(about.first) > 0) return about;
  const other = about.told.find((line) => !isDumped(line) && shared(line) > 0);
  return other === undefined ? about : aboutOf(mode, other);
}

/** The changes that have most to do with the failure. Commands only where no file was changed. */
function telling(changes: readonly Change[], about: About, clean: Clean): string[] {
  const edits = changes.flatMap((change) => ('edit' in change ? [change.edit] : []));
  const described = edits.map((edit) => describeEdit(cleanEdit(edit, clean), about.names)).toReversed();
  // An import says little, unless the failure is about one.
  const aside = ABOUT_IMPORTS.test(about.first) ? 3 : -2;
  const weight = (text: string) =>
    4 * sharedNames(text, about.title) +
    2 * sharedNames(text, about.names) +
    Math.min(3, sharedNames(text, about.why)) +
    (isAside(text) ? aside : 0);
  const [first, ...others] = [...new Set(described)].toSorted((a, b) => weight(b) - weight(a));
  // Other changes may belong to another failure, so only those that share names with this one are added.
  const related = others.filter((text) => sharedNames(text, about.names) > 0);
  const chosen = [...(first === undefined ? [] : [first]), ...related].slice(0, NAMED_CHANGES);
  if (chosen.length > 0) return chosen;
  const commands = changes.flatMap((change) => ('command' in change ? [clean(change.command)] : []));
  return [...new Set(commands)].slice(-NAMED_CHANGES).map((command) => `ran \`${firstWords(command, 160)}\``);
}

/** The agent's sentence about the failure or the change; '' when it is about something else. */
function aboutIt(said: string, names: ReadonlySet<string>, max: number): string {
  const told = proseSentences(said).find(
    (sentence) => isSentence(sentence) && sharedNames(sentence, names) >= SHARED_NAMES,
  );
  return told === undefined ? '' : firstWords(told, max);
}

/** False for a heading, a list item, or a fragment of one. */
function isSentence(text: string): boolean {
  return /^\p{L}/u.test(text) && /[\p{L})`"”][.!]?$/u.test(text) && text.length >= 30;
}

/** Intentions of the agent, with the names it gives in code. */
const INTENDS = /^(?:so )?(?:i need to|i'll|i will|i should|i can|we can|we need to|let me|need to)\b/i;
const CODE = /`([^`]{1,120})`/g;

/** What the agent said about the cause, without intentions that none of the changes carried out. */
function reasonOf(why: string, changes: readonly Change[]): string {
  const done = changes.map((change) =>
    'edit' in change ? `${change.edit.before}\n${change.edit.after}` : change.command,
  );
  const isDone = (sentence: string) => {
    const named = [...sentence.matchAll(CODE)].map((match) => match[1] ?? '');
    return named.length === 0 || named.some((code) => done.some((text) => text.includes(code.replace(/\(\)$/, ''))));
  };
  const kept = proseSentences(why).filter((sentence) => !INTENDS.test(sentence) || isDone(sentence));
  return meaning(kept.join(' '), 280);
}

interface Told {
  command: string;
  mode: FailureMode;
  /** What the agent said after the command passed; '' for a failure mode before the last. */
  conclusion: string;
  /** What the changes did, in words. */
  mended: string;
}

/** What every draft of a failure mode contains, however that ended. */
function wordsOf({ command, mode, conclusion, mended }: Told, about: About, clean: Clean) {
  const { first, told } = about;
  const edits = telling(mode.changes, about, clean);
  const said = reasonOf(clean(mode.why), mode.changes);
  // Words about something else, such as the next failure, are not the cause of this one.
  const reason = sharedNames(said, namesIn([...told, edits[0] ?? ''].join(' '))) > 0 ? said : '';
  const summary = aboutIt(clean(conclusion), namesIn([...told, ...edits].join(' ')), 200);
  return {
    rule: 'fail_then_pass' as const,
    taskDescription: `\`${firstWords(sameCommand(clean(command)), 80)}\` fails: ${firstWords(first, 160)}`,
    whatDidNotWork: (told.length > 1 ? told.slice(1, 1 + NAMED_LINES) : told).map((line) => firstWords(line, 160)),
    whatWorked: edits,
    nextStrategy: summary === '' ? `Do again what ${mended}: ${edits[0] ?? ''}` : summary,
    rootCause: reason === '' ? null : reason,
    tags: ['from-transcript', 'fail-then-pass'],
  };
}

function linesOf(mode: FailureMode): number[] {
  return mode.failures.map(({ line }) => line);
}

/** Draft for a failure that was gone when the command failed in another way. It ends with that run, not with the pass. */
function earlierDraft(command: string, mode: FailureMode, clean: Clean): Finding[] {
  const about = titledBy(mode, clean);
  const { end } = mode;
  if (about === null || end === null) return [];
  const words = wordsOf({ command, mode, conclusion: '', mended: 'mended it' }, about, clean);
  const ended = { key: end.id, at: end.at, lines: [...linesOf(mode), end.line] };
  return [{ ...words, ...ended, outcome: 'partial', confidence: CONFIDENCE.failedOtherwise }];
}

/** Drafts for a command that passed: for its last failure, and for each earlier one that was fixed on the way. */
export function passDrafts({ command, modes }: Watched, pass: Run, conclusion: string, clean: Clean): Finding[] {
  const last = modes.at(-1);
  // A pass without a change means a flaky failure, or one that was not in the code.
  if (!last || last.changes.length === 0) return [];
  const earlier = modes.slice(0, -1).flatMap((mode) => earlierDraft(command, mode, clean));
  const about = titledBy(last, clean);
  if (about === null) return earlier;
  const words = wordsOf({ command, mode: last, conclusion, mended: 'made it pass' }, about, clean);
  const lines = [...modes.flatMap(linesOf), pass.line];
  return [
    ...earlier,
    { ...words, key: pass.id, at: pass.at, lines, outcome: 'success', confidence: CONFIDENCE.passed },
  ];
}

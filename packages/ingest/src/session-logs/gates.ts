import { type Fields, isFields, pick, plainKey, textOf } from './json/tree.ts';

/** A condition that a session had to meet at its end, and whether it was met. */
export interface Gate {
  name: string;
  /** `result` concerns the purpose of the session. The others are paperwork and decide nothing (R2). */
  kind: 'result' | 'paperwork';
  isCommit: boolean;
  isDone: boolean;
  /** It is ticked, but its evidence is still to come: a commit that the log does not name. */
  isPromised: boolean;
  /** The proof; '' when there is none, or only a promise. */
  evidence: string;
}

const LEVEL_WITHOUT_WEIGHT = /^\s*(?:should|may|could|must\s?_?not|optional|n\/?a)\b/i;
const DONE = /^(?:x|✅|✓|✔|☑|done|pass(?:ed)?|complete[d]?|yes|true|ok|success(?:ful)?|met|finished)(?![a-z])/i;
const DOES_NOT_APPLY = /^(?:n\/?a\b|not applicable|skip(?:ped|s)?\b|[-–—~]$|not needed|not required|no changes?\b)/i;
/** Promises and template texts, which prove nothing. */
const NO_PROOF =
  /^(?:legacy\b|pending\b|tbd\b|will\b|to be\b|in progress\b|awaiting\b|not yet\b|running\b|n\/?a\b|skip|not applicable|(?:commit )?sha:?\s?(?:_|pending|tbd|$)|commit(?: sha)?:\s?_?(?:_|pending|tbd|\(?staged)|output:?\s?_|file modified$|all sections filled$|output below$|.{0,40}\bwill (?:be|pass|run|commit)\b)/i;

/** A tick whose text says that the work is still to be done. */
const STAGED = /\bstaged for commit\b/i;
const STILL_OPEN =
  /^(?:commit(?: sha)?:?\s{0,3})?[(_[]{0,2}(?:pending|tbd|in progress|awaiting|not yet|to be (?:committed|done|filled|added)|will be)\b/i;

const COMMIT = /commit|pushed/;
const RESULT = /valid|test|^ci|qa|build|qualitychecks|acceptance/;
const PAPERWORK =
  /session|log|json|protocol|memor|lint|handoff|rout|skip|retro|checklist|starting|limit|message|doc|report|plan/;

/** What a gate is about, by its name. Validating the log itself is paperwork; committing it is a commit. */
function kindOf(name: string): { kind: Gate['kind']; isCommit: boolean } {
  const key = plainKey(name);
  if (COMMIT.test(key) && !/starting|limit|message|hook/.test(key)) return { kind: 'result', isCommit: true };
  const isResult = RESULT.test(key) && !PAPERWORK.test(key);
  return { kind: isResult ? 'result' : 'paperwork', isCommit: false };
}

/** True for a proof rather than a promise. */
export function isProof(evidence: string): boolean {
  const text = evidence.replace(/[*`]/g, '').trim();
  return /[\p{L}\p{N}]{3}/u.test(text) && !NO_PROOF.test(text);
}

/** A gate as a log writes it. Null for one that has no weight or does not apply. */
export function gateOf(name: string, level: string, status: unknown, evidence: string): Gate | null {
  if (LEVEL_WITHOUT_WEIGHT.test(level)) return null;
  const word = typeof status === 'string' ? status.replace(/[[\]*`]/g, '').trim() : '';
  const kind = kindOf(name);
  const isNamed = /\b[0-9a-f]{7,40}\b/.test(evidence);
  const isPromised = kind.isCommit && !isNamed && STILL_OPEN.test(evidence.trim());
  const isStaged = kind.isCommit && !isNamed && STAGED.test(evidence);
  const isDone = (status === true || DONE.test(word)) && !isStaged;
  if (DOES_NOT_APPLY.test(word) || (!isDone && DOES_NOT_APPLY.test(evidence.trim()))) return null;
  return { name, ...kind, isPromised, isDone, evidence: isProof(evidence) ? evidence : '' };
}

const STATES = ['complete', 'completed', 'done', 'passed', 'status', 'checked'];

/** True for an object that says whether something was done, as JSON checklists do. */
export function isGate(value: Fields): boolean {
  const state = pick(value, STATES);
  return state !== null && Object.keys(value).some((key) => /^(?:evidence|level|required)$/i.test(key));
}

/** The gates of a JSON checklist: `{name: {complete, evidence, level}}`, or `{name: true}`. */
export function gatesOf(checklist: unknown): Gate[] {
  if (!isFields(checklist)) return [];
  return Object.entries(checklist).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return gateOf(name, '', value, '') ?? [];
    if (!isFields(value)) return [];
    const state = pick(value, STATES)?.value;
    if (state === undefined) return [];
    const evidence = textOf(pick(value, ['evidence', 'notes', 'note', 'result'])?.value ?? '');
    return gateOf(name, textOf(pick(value, ['level', 'req', 'requirement'])?.value ?? ''), state, evidence) ?? [];
  });
}

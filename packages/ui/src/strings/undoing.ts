import type { KeptFor, OutputOf } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

type Reversed = Pick<OutputOf<'operation.undo'>, 'records' | 'keptFor'>;

const WHY: Record<KeptFor, string> = {
  changed_since: 'changed since',
  in_use: 'used by others',
  place_taken: 'replaced by another',
  damaged: 'damaged',
  guarded: 'only for a person to change',
  purged: 'purged',
};

/** What an undo or redo left unchanged, and why; empty if it left nothing. */
function left(keptFor: Reversed['keptFor']): string[] {
  const reasons = Object.entries(keptFor) as [KeptFor, number][];
  const total = reasons.reduce((sum, [, value]) => sum + value, 0);
  if (total === 0) return [];
  const whys = reasons.map(([why, value]) => `${count(value)} ${WHY[why]}`);
  return [
    `${plural(total, 'record was', 'records were')} left as ${total === 1 ? 'it is' : 'they are'} (${whys.join(', ')})`,
  ];
}

/** What was done, as it reads within a line; a name that is all capitals stays. */
export function midLine(done: string): string {
  return /^\p{Lu}\p{Ll}/u.test(done) ? done.charAt(0).toLowerCase() + done.slice(1) : done;
}

/** A write as it reads after a colon: what it was done to stands in quotes, unless it may be two things, as in "Merged: A into B". */
function afterColon(write: string): string {
  const said = /^Merged: .+ into /.test(write) ? write.replace(':', '') : write.replace(/: (.+)/, ' “$1”');
  return midLine(said);
}

/** The summary of a write with one colon at most: that of an undo or a redo holds the one of what it took back. */
export function summaryLine(summary: string): string {
  return summary.replace(/^(Undid|Redid): (.+)/s, (_, verb: string, write: string) => `${verb}: ${afterColon(write)}`);
}

/** What was done, as it reads after the verb and colon of what became of it. */
const meant = (what: string, isJob: boolean) =>
  isJob ? midLine(what) : afterColon(what.replace(/^(?:Undid|Redid): /, ''));

const reversed = (verb: string, back: string) => (what: string, isJob: boolean, answer: Reversed) => {
  const kept = left(answer.keptFor);
  const counts = isJob || kept.length > 0 ? [`${plural(answer.records, 'record', 'records')} ${back}`, ...kept] : [];
  return [`${verb}: ${meant(what, isJob)}`, ...counts].join('; ');
};

/** Messages after an undo or redo. For a job, and if something was left unchanged, they say how many records. */
export const undoing = {
  undone: reversed('Undone', 'undone'),
  redone: reversed('Redone', 'redone'),
  /** What could not be: `verb` says which of the two was asked for. */
  changedSince: (verb: 'undone' | 'redone', what: string, isJob: boolean) =>
    `Not ${verb}: ${meant(what, isJob)}. It was changed since by something else.`,
};

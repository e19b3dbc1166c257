import { shorten, type ThinkingRound, type TurnPart, type TurnRow } from '@twicewise/contract';
import { count, duration, named, partPercent, plural } from './numbers.ts';

const KIND: Record<string, string> = {
  system: 'Instructions',
  task: 'Task',
  history: 'Conversation',
  workspace: 'Workspace',
  summaries: 'Summaries of earlier turns',
  recalled: 'Recalled turns',
  lessons: 'Lessons',
  tools: 'Tools it may call',
  thoughts: 'What it thought',
  reply: 'Answer',
  output: 'Output',
  other: 'Other',
};

/** What a turn is called. One that was made again says so. */
const title = ({ number, take }: Pick<TurnRow, 'number' | 'take'>) =>
  take === 1 ? `Turn ${count(number)}` : `Turn ${count(number)}, take ${count(take)}`;

/** Texts of the turns of a session. */
export const turns = {
  loading: 'Loading turns…',
  failed: 'Could not load turns.',
  none: 'No turn of this session was recorded.',
  allInBin: 'All turns of this session are in the bin.',
  noneHint:
    'A turn is what a model was given each time it was asked, and what it answered. Programs that use the library record theirs; transcripts are not read into turns.',
  more: 'Show more turns',
  scrubber: 'Turn',
  before: 'Previous turn',
  after: 'Next turn',
  /** Its place among those of the session. */
  place: (place: number, of: number) => `${count(place)} of ${count(of)}`,
  /** The sizes of all turns read, in a line. */
  total: (turns: number, given: number, answered: number | null) =>
    [
      plural(turns, 'turn', 'turns'),
      `${plural(given, 'token', 'tokens')} of context`,
      answered === null ? '' : `${plural(answered, 'token', 'tokens')} of answers`,
    ]
      .filter(Boolean)
      .join(' · '),
  title,
  /** What the scrubber says of a turn to a screen reader. */
  spoken: (turn: TurnRow, place: number, of: number) =>
    `${title(turn)}, ${count(place)} of ${count(of)}, ${plural(turn.contextTokens, 'token', 'tokens')}${turn.error === null ? '' : ', interrupted'}`,
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  given: (value: number) => `${count(value)} in`,
  answered: (value: number) => `${count(value)} out`,
  took: duration,
  cost: 'Cost',
  amount: (amount: number, currency: string | null) => `${amount} ${currency ?? ''}`.trim(),
  brokenOff: 'Interrupted',
  summary: 'Summary',
  insights: 'Insights',
  noSummary: 'No summary was written of this turn.',
  fallback: 'Cut from the turn: no model summarised it',
  earlier: (value: number) => `${plural(value, 'earlier summary', 'earlier summaries')}`,
  context: 'Context',
  contextBar: 'Parts of the context by their tokens',
  noContext: 'The model was given nothing.',
  kind: (kind: string) => KIND[kind] ?? kind.replaceAll('_', ' '),
  part: ({ kind, name }: Pick<TurnPart, 'kind' | 'name'>) =>
    name === null ? turns.kind(kind) : `${turns.kind(kind)}: ${name}`,
  share: partPercent,
  state: { same: 'unchanged', changed: 'changed', new: 'new' },
  compared: (before: Pick<TurnRow, 'number' | 'take'>) => `Compared with ${title(before).toLowerCase()}`,
  first: 'Nothing to compare with: it is the first turn.',
  gone: (value: number) => `${plural(value, 'part', 'parts')} of the previous turn left out`,
  sameParts: (value: number) => `${plural(value, 'part', 'parts')} unchanged`,
  moreParts: (value: number) => `Show ${count(value)} more`,
  outcome: {
    success: 'done',
    failure: 'failed',
    timeout: 'timed out',
    error: 'could not run',
    unknown: 'outcome not known',
  },
  output: (tokens: number) => `output, ${plural(tokens, 'token', 'tokens')}`,
  openPart: (name: string) => `Show the text of: ${shorten(name, 80)}`,
  closePart: (name: string) => `Hide the text of: ${shorten(name, 80)}`,
  whole: 'Text',
  difference: 'Difference',
  shownAs: 'Show as',
  text: {
    loading: 'Loading the text…',
    failed: 'Could not load the text.',
    more: (value: number, left: number) => `Show the next ${count(value)} of ${count(left)} more characters`,
    tooLong: 'These texts are too long, or too unlike, to compare line by line.',
    same: 'No line differs.',
    skipped: (lines: number) => plural(lines, 'line unchanged', 'lines unchanged'),
  },
  pruned: 'Pruned',
  prunedText: 'A rule put its texts aside: models see only its summary.',
  bringBack: 'Restore its texts',
  rounds: 'Thinking',
  round: (place: number) => `Round ${count(place)}`,
  decided: ({ continues, reason }: Pick<ThinkingRound, 'continues' | 'reason'>) => {
    const what = continues === null ? '' : continues ? 'Keeps thinking' : 'Ready to act';
    return [what, reason ?? ''].filter(Boolean).join(': ');
  },
  focus: (text: string) => `Next: ${text}`,
  asked: (what: readonly string[]) => `Asked for ${what.join(', ')}`,
  askedTurn: (value: number) => `turn ${count(value)}`,
  askedWords: (words: string) => `“${words}”`,
  got: 'given',
  gotNone: 'nothing was found',
  otherSession: 'a turn that is not listed here',
  reply: 'Answer',
  calls: 'Calls',
  told: 'Lessons',
  toldGone: 'a lesson no longer there',
  where: 'Source',
  kept: (author: string) => `recorded by ${author}`,
  remove: 'Delete',
  binLabel: 'Turns in the bin',
  inBin: (value: number, atLeast: boolean) =>
    `${atLeast ? 'At least ' : ''}${plural(value, 'turn', 'turns')} of this session in the bin`,
  binFailed: 'Could not load the turns in the bin.',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore: ${name}`,
  done: {
    restored: (turn: Pick<TurnRow, 'number' | 'take'>) => named('Restored', title(turn)),
    deleted: (turn: Pick<TurnRow, 'number' | 'take'>) => named('Deleted', title(turn)),
    broughtBack: (turn: Pick<TurnRow, 'number' | 'take'>) => named('Restored the texts of', title(turn)),
  },
};

import { AppError, BUNDLE_EXTRA, type Caller, TURN_FILE_EXTRA } from '@twicewise/contract';
import { ORIGINAL } from '@twicewise/ingest';

// Ranking, merging and the screens rely on how a fact is known. An agent's statement therefore counts only as reported: an agent
// may not mark it as measured or corrected, nor set the fields that Twicewise reserves for itself.

/** Outcome sources that an agent may give. It cannot prove a measurement, and it corrects nobody. */
const SAID_BY_AGENTS: readonly unknown[] = ['reported', 'defaulted'];

/** Key of `extra` under which a claim keeps the fields of its graph file, so that they can be exported unchanged (E-05). */
export const GRAPH_EXTRA = 'causalGraph';

/**
 * Keys of `extra` that are reserved for Twicewise's own facts about bundles, files, merges and transcript rules. `rule` is
 * reserved only together with its version, because agents use the word too.
 */
const OWN_KEYS: readonly string[] = [
  BUNDLE_EXTRA,
  GRAPH_EXTRA,
  TURN_FILE_EXTRA,
  ORIGINAL,
  'mergedInto',
  'formerNames',
  'ruleVersion',
];

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object in a request that can state how something is known: the record itself, its changes, decisions and events. */
function recordsIn(input: Fields): Fields[] {
  const records = [input, input.changes].filter(isFields);
  const items = records.flatMap(({ decisions, events }) => [decisions, events].filter(Array.isArray).flat());
  return [...records, ...items.filter(isFields)];
}

function refused(message: string, hint: string): AppError {
  return new AppError({ code: 'refused', message, effect: '; nothing was stored.', hint });
}

function refuseOne({ outcomeSource, extra }: Fields): void {
  if (outcomeSource !== undefined && !SAID_BY_AGENTS.includes(outcomeSource)) {
    const hint = 'Leave outcomeSource out: what you say is stored as reported.';
    throw refused(`An agent cannot say that an outcome is ${outcomeSource}`, hint);
  }
  const own = isFields(extra) ? OWN_KEYS.filter((key) => Object.hasOwn(extra, key)) : [];
  if (own.length > 0) throw refused(`${own.join(', ')} in extra is kept for Twicewise itself`, 'Use another key.');
}

/** Refuses agent input with statements that only Twicewise or a person may make. Throws `refused`. */
export function refuseAgentStatements({ author }: Caller, input: unknown): void {
  if (author.kind !== 'agent' || !isFields(input)) return;
  for (const record of recordsIn(input)) refuseOne(record);
}

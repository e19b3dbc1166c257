import { AppError, BUNDLE_EXTRA, type Caller } from '@twicewise/contract';
import { ORIGINAL } from '@twicewise/ingest';

// What an agent says of a lesson or an episode is believed as what an agent says. How something is known, and what Twicewise
// keeps for itself beside it, is not an agent's to say: screens, ranking and merging go by it.

/** Where something is known from, as far as an agent can say so: it measured nothing that we could check, and corrects nobody. */
const SAID_BY_AGENTS: readonly unknown[] = ['reported', 'defaulted'];

/** Where a claim keeps what its file said, so that it can be written again as it was (E-05). */
export const GRAPH_EXTRA = 'causalGraph';

/**
 * Keys of `extra` under which Twicewise keeps what it knows itself: of bundles, files, merges and the rules that read
 * transcripts. A `rule` is ours with its version only: alone it is a word that agents use as well.
 */
const OWN_KEYS: readonly string[] = [BUNDLE_EXTRA, GRAPH_EXTRA, ORIGINAL, 'mergedInto', 'formerNames', 'ruleVersion'];

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Everything in a request that can say how it is known: the record itself, its changes, decisions and events. */
function recordsIn(input: Fields): Fields[] {
  const records = [input, input.changes].filter(isFields);
  const items = records.flatMap(({ decisions, events }) => [decisions, events].filter(Array.isArray).flat());
  return [...records, ...items.filter(isFields)];
}

function refused(message: string, hint: string): AppError {
  return new AppError({ code: 'refused', message: `${message}; nothing was stored.`, hint });
}

function refuseOne({ outcomeSource, extra }: Fields): void {
  if (outcomeSource !== undefined && !SAID_BY_AGENTS.includes(outcomeSource)) {
    const hint = 'Leave outcomeSource out: what you say is stored as reported.';
    throw refused(`An agent cannot say that an outcome is ${outcomeSource}`, hint);
  }
  const own = isFields(extra) ? OWN_KEYS.filter((key) => Object.hasOwn(extra, key)) : [];
  if (own.length > 0) throw refused(`${own.join(', ')} in extra is kept for Twicewise itself`, 'Use another key.');
}

/** Refuses an agent that says what only Twicewise or a person may say. Throws `refused`. */
export function refuseAgentClaims({ author }: Caller, input: unknown): void {
  if (author.kind !== 'agent' || !isFields(input)) return;
  for (const record of recordsIn(input)) refuseOne(record);
}

import {
  type Attempt,
  type AttemptReflection,
  type AttemptWindow,
  DEFAULT_WINDOW,
  type OutputOf,
  type ParsedInputOf,
  WINDOW_BY_DIVERSITY,
  WINDOW_BY_TASK,
  WINDOW_BY_VERIFICATION,
  type WindowPolicy,
} from '@twicewise/contract';
import { keyWords, shareOfWords } from '@twicewise/search';
import { type AttemptFilter, countReflected, type LatestBy, latestAttempts } from '@twicewise/store';
import type { CountTokens } from '../agent-text/tokens.ts';
import type { Context } from '../runtime/context.ts';
import { attemptsMeant, endOf, goalOf } from './together.ts';

// The window of S3-26 to S3-30, put right: derived from what is recorded, so that it never holds more than it may, and is right
// from the first attempt and after a restart (docs/adr/0046).

/** Reflections that are weighed by relevance, the latest ones, and the size of what is read for that. */
const MAX_WEIGHED = 200;
const MAX_BYTES = 4 * 1024 * 1024;
/** What each reflection after one leaves of its relevance. */
const KEPT_PER_STEP = 0.9;
/** Characters of an attempt that are compared with the goal. */
const MAX_COMPARED = 8000;

type Reflected = Attempt & { content: { reflection: AttemptReflection } };

const isReflected = (attempt: Attempt): attempt is Reflected => attempt.content.reflection !== null;

/** What a reflection says, as a prompt would have it. */
function saidIn({ text, rootCause, causalReasoning, insights, lessons }: AttemptReflection): string {
  return [text, rootCause, causalReasoning, ...insights, ...lessons].filter(Boolean).join('\n');
}

/** Share of the words of a goal that an attempt has: its task, what was tried, and what was made of it. */
function relevanceTo(goal: ReadonlySet<string>, { task, strategy, content }: Reflected): number {
  return shareOfWords(goal, [task, strategy ?? '', saidIn(content.reflection)].join('\n').slice(0, MAX_COMPARED));
}

type Asked = ParsedInputOf<'attempt.window'>;
type Capacity = AttemptWindow['capacity'];

/** The kind of the checks of an attempt: `combined` for several, null for none. */
function verificationOf(attempt: Attempt | undefined): string | null {
  const kinds = new Set(attempt?.content.checks.map(({ kind }) => kind));
  return kinds.size > 1 ? 'combined' : ([...kinds][0] ?? null);
}

function capacityOf(asked: Asked['capacity'], latest: Attempt | undefined, categories: number): Capacity {
  const plain = { verification: null, categories: null };
  if (typeof asked === 'number') return { ...plain, value: asked, rule: 'number' };
  if (asked === 'verification') {
    const verification = verificationOf(latest);
    const value = WINDOW_BY_VERIFICATION[verification ?? ''] ?? DEFAULT_WINDOW;
    return { ...plain, value, rule: asked, verification };
  }
  if (asked === 'dynamic') {
    const step = WINDOW_BY_DIVERSITY.find((one) => categories >= one.categories);
    return { ...plain, value: step?.window ?? 1, rule: asked, categories };
  }
  return { ...plain, value: WINDOW_BY_TASK[asked], rule: asked };
}

interface Candidate {
  attempt: Reflected;
  relevance: number | null;
}

const LATEST_BY: Readonly<Record<WindowPolicy, LatestBy>> = {
  fifo: 'recorded',
  recency: 'ended',
  relevance_weighted: 'ended',
};

/** The reflections that the policy chooses, the foremost first. */
function chosen(found: readonly Reflected[], capacity: number, goal: string | null): Candidate[] {
  // Without a goal no more are read than the window holds.
  if (goal === null) return found.toReversed().map((attempt) => ({ attempt, relevance: null }));
  const words = new Set(keyWords(goal).map(({ stem }) => stem));
  return found
    .toReversed()
    .map((attempt, after) => {
      const relevance = relevanceTo(words, attempt);
      return { attempt, relevance, weight: relevance * KEPT_PER_STEP ** after };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, capacity);
}

function itemOf({ attempt, relevance }: Candidate, tokens: number): AttemptWindow['items'][number] {
  const { id, ordinal, outcome, strategy, content } = attempt;
  const { reflection, actor } = content;
  const failingActions = reflection.failingActions.map((place) => {
    const action = actor?.actions[place];
    return { place, action: action ? action.description || action.command || action.filePath || action.type : null };
  });
  return {
    attemptId: id,
    ordinal,
    outcome,
    strategy,
    at: endOf(attempt),
    reflection,
    failingActions,
    relevance,
    tokens,
  };
}

/** Those that fit into a budget, the foremost first: one that is too large is passed over, and the next is tried (B3-09). */
function fitting(candidates: readonly Candidate[], budget: number | undefined, count: CountTokens) {
  let left = budget ?? Number.POSITIVE_INFINITY;
  return candidates.flatMap((candidate) => {
    const tokens = count(saidIn(candidate.attempt.content.reflection));
    if (tokens > left) return [];
    left -= tokens;
    return [{ seq: candidate.attempt.seq, item: itemOf(candidate, tokens) }];
  });
}

/** What is read of the attempts that are meant. */
function readReflections(asked: Asked, filter: AttemptFilter, context: Context) {
  const { db } = context;
  const by = LATEST_BY[asked.policy];
  const [latest] = latestAttempts(db, filter, { by: 'ended', most: 1, maxBytes: MAX_BYTES });
  const counts = countReflected(db, filter);
  const capacity = capacityOf(asked.capacity, latest, counts.categories);
  const isWeighed = asked.policy === 'relevance_weighted';
  const most = isWeighed ? MAX_WEIGHED : capacity.value;
  const maxBytes = isWeighed ? MAX_BYTES : Number.POSITIVE_INFINITY;
  const found = latestAttempts(db, { ...filter, withReflection: true }, { by, most, maxBytes }).filter(isReflected);
  const goal = isWeighed ? (goalOf(context, filter, latest)?.text ?? null) : null;
  return { counts, capacity, goal, candidates: chosen(found, capacity.value, goal) };
}

const NOTHING = { attempts: 0, reflections: 0, categories: 0 };

/** Implements `attempt.window`. */
export function windowOf(asked: Asked, context: Context, count: CountTokens): OutputOf<'attempt.window'> {
  const filter = attemptsMeant(asked, context);
  const { counts, capacity, goal, candidates } = filter
    ? readReflections(asked, filter, context)
    : { counts: NOTHING, capacity: capacityOf(asked.capacity, undefined, 0), goal: null, candidates: [] };
  const fitted = fitting(candidates, asked.budget, count).toSorted((a, b) =>
    a.item.at === b.item.at ? a.seq - b.seq : a.item.at < b.item.at ? -1 : 1,
  );
  const items = fitted.map(({ item }) => item);
  return {
    policy: asked.policy,
    capacity,
    goal,
    attempts: counts.attempts,
    reflections: counts.reflections,
    size: items.length,
    items,
    leftOut: {
      beyondCapacity: counts.reflections - candidates.length,
      overBudget: candidates.length - items.length,
    },
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

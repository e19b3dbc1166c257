import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeEvent, Position, Topic } from '@twicewise/contract';
import { repeatBrokenRefreshes } from './broken-refreshes.ts';
import type { Signal, Transport, Unsubscribe } from './transport.ts';

/** What must be read again: everything, or the named records of the named topics. */
export type Stale = 'everything' | ChangeEvent['changed'];

/** For each topic, the topics whose answers show it too: for example, a project shows the number of its lessons. */
const SHOWN_IN: Record<Topic, readonly Topic[]> = {
  project: ['project', 'reflection', 'episode', 'claim', 'attempt', 'turn'],
  source: ['source'],
  session: ['session', 'episode', 'claim', 'attempt', 'turn', 'store'],
  // Dead ends and patterns are derived from lessons, too.
  reflection: ['reflection', 'project', 'session', 'source', 'operation', 'store', 'exposure', 'decision', 'claim'],
  decision: ['decision'],
  // A lesson judged harmful waits for a decision.
  feedback: ['feedback', 'reflection', 'exposure', 'operation', 'decision'],
  // Answers about causes are derived from episodes and claims.
  episode: ['episode', 'claim', 'session', 'attempt', 'operation', 'store'],
  claim: ['claim', 'operation'],
  // Sessions are filtered by having attempts.
  attempt: ['attempt', 'episode', 'operation'],
  turn: ['turn', 'episode', 'operation'],
  exposure: ['exposure', 'decision'],
  // The state of search by meaning is part of the status.
  setting: ['setting', 'store', 'decision', 'claim'],
  operation: ['operation'],
  job: ['job'],
  // Only what goes by nearness, see below.
  vector: [],
  store: [
    'store',
    'reflection',
    'project',
    'session',
    'source',
    'operation',
    'setting',
    'job',
    'feedback',
    'episode',
    'claim',
    'attempt',
    'turn',
    'exposure',
    'decision',
  ],
};

/**
 * Answers that go by nearness to lessons, by topic and shape. A changed lesson takes part in them by its words alone until its vector
 * is there.
 */
const BY_NEARNESS: ReadonlySet<string> = new Set([
  'reflection search',
  'reflection similar',
  'reflection brief',
  'claim deadEnds',
]);

const TOPICS = Object.keys(SHOWN_IN) as Topic[];

/**
 * Processes a signal of the host. A greeting always makes everything stale, because earlier answers may be older than the
 * position it names. A skipped revision or another epoch means that a change was missed.
 */
export function follow(position: Position | null, signal: Signal): { position: Position; stale: Stale } {
  if (signal.kind === 'hello') {
    return { position: { epoch: signal.epoch, revision: signal.revision }, stale: 'everything' };
  }
  const { epoch, revision, changed } = signal.change;
  const known = position?.epoch === epoch;
  if (known && revision <= position.revision) return { position, stale: {} };
  const next = known && revision === position.revision + 1;
  return { position: { epoch, revision }, stale: next ? changed : 'everything' };
}

/**
 * True when a query shows something stale. Keys are `[topic, 'one', id]` for a single record and `[topic, …]` for anything else.
 * A single record is not stale when the change names only other records.
 */
export function isStale(key: QueryKey, changed: ChangeEvent['changed']): boolean {
  const [topic, shape, id] = key;
  if (changed.vector && BY_NEARNESS.has(`${topic} ${shape}`)) return true;
  return TOPICS.some((changedTopic) => {
    const ids = changed[changedTopic];
    if (!ids || !SHOWN_IN[changedTopic].some((shown) => shown === topic)) return false;
    if (changedTopic !== topic || shape !== 'one' || ids.length === 0) return true;
    return ids.includes(String(id));
  });
}

/** Merges what several signals made stale. */
export function merge(a: Stale, b: Stale): Stale {
  if (a === 'everything' || b === 'everything') return 'everything';
  const merged: ChangeEvent['changed'] = { ...a };
  for (const topic of TOPICS) {
    const [mine, theirs] = [a[topic], b[topic]];
    if (!theirs) continue;
    // An empty list means too many records to name, so it replaces the other list.
    merged[topic] = mine && (mine.length === 0 || theirs.length === 0) ? [] : [...(mine ?? []), ...theirs];
  }
  return merged;
}

function isAnything(stale: Stale): boolean {
  return stale === 'everything' || Object.keys(stale).length > 0;
}

/**
 * A preview that a person reads before confirming. If it were refreshed silently, the next click would confirm something unread.
 */
const isRead = ({ queryKey: [first], state }: Query) => first === 'preview' && state.data !== undefined;

/** Queries that read so much that they are not repeated with each change. */
const isPaced = ({ meta }: Query) => meta?.paced === true;

/**
 * Drops first answers that are pending: they may be older than the change, and invalidating does not repeat a query without an
 * answer. The caller repeats these queries and waits for the answers.
 */
function dropFirstAnswers(queries: QueryClient, isHit: (query: Query) => boolean): Promise<void> {
  return queries.cancelQueries({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isHit(query),
  });
}

/**
 * Refreshes everything after the first greeting of a window, unless the answers so far are known to be as new as the greeting.
 * First answers are still shown as they arrive: a list that appears at once and is correct a moment later is better than one that
 * waits for both.
 */
async function refreshFirst(queries: QueryClient, isUpToDate: () => boolean): Promise<void> {
  const isWaited = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const waited = queries.getQueryCache().findAll({ predicate: isWaited });
  const refreshOld = async (isHit: (query: Query) => boolean) => {
    // What failed has no answer that could be up to date.
    const isOld = (query: Query) => query.state.status === 'error' || !isUpToDate();
    await queries.invalidateQueries({ predicate: (query) => isHit(query) && !isRead(query) && isOld(query) });
  };
  const rest = refreshOld((query) => !waited.includes(query));
  await Promise.allSettled(waited.map((query) => query.promise));
  await Promise.all([rest, refreshOld((query) => waited.includes(query))]);
}

/** Waits for the next pages that a person asked for: a refresh would cut them off, and nobody would ask for them again. */
async function letPagesArrive(queries: QueryClient, isHit: (query: Query) => boolean): Promise<void> {
  const isMore = (query: Query) => query.state.fetchMeta?.fetchMore !== undefined && isHit(query);
  const asked = queries.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isMore });
  await Promise.allSettled(asked.map((query) => query.promise));
}

async function refresh(queries: QueryClient, stale: Stale, pace: Pace): Promise<void> {
  if (stale === 'everything') {
    // Pending answers may be older than the greeting, so they are requested again.
    const predicate = (query: Query) => !isRead(query);
    await queries.cancelQueries({ predicate });
    await queries.invalidateQueries({ predicate });
    return;
  }
  const isHit = (query: Query) => isStale(query.queryKey, stale);
  await dropFirstAnswers(queries, (query) => !isPaced(query) && isHit(query));
  await letPagesArrive(queries, (query) => !isPaced(query) && isHit(query));
  await queries.invalidateQueries({ predicate: (query) => !isPaced(query) && isHit(query) });
  if (queries.getQueryCache().findAll({ predicate: (query) => isPaced(query) && isHit(query) }).length === 0) return;
  await queries.invalidateQueries({ predicate: (query) => isPaced(query) && isHit(query), refetchType: 'none' });
  pace.ask();
}

/** The time between two answers of a paced query, in milliseconds. */
const PACE_MS = 1000;

interface Pace {
  /** Called when paced queries became stale. */
  ask: () => void;
  stop: () => void;
}

/** Repeats paced queries: at once after a pause, otherwise when the pace allows, and always once more after the last change. */
function pacing(queries: QueryClient): Pace {
  let due = false;
  let asked = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    due = false;
    asked = Date.now();
    await dropFirstAnswers(queries, isPaced);
    await letPagesArrive(queries, isPaced);
    await queries.refetchQueries({ predicate: isPaced, type: 'active' }, { cancelRefetch: true });
    timer = undefined;
    if (due) start();
  };
  const start = () => {
    timer ??= setTimeout(() => void run(), Math.max(0, asked + PACE_MS - Date.now()));
  };
  const ask = () => {
    due = true;
    start();
  };
  return { ask, stop: () => clearTimeout(timer) };
}

/** Stale queries are collected for this long, in milliseconds, because an import writes many times a second. */
const SETTLE_MS = 80;

/**
 * Keeps every query fresh while subscribed. One refresh ends before the next begins: otherwise a stream of changes would cut off
 * each answer, and the window would show nothing new during an import.
 */
export function goLive(transport: Transport, queries: QueryClient): Unsubscribe {
  let position: Position | null = null;
  /** That of the last greeting before the first refresh. */
  let greeted: Position | null = null;
  /** What is stale; what came before the first greeting is judged by that, and not kept here. */
  let waiting: Stale = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let isFirst = true;
  const pace = pacing(queries);
  const stopRepeating = repeatBrokenRefreshes(queries);

  const schedule = () => {
    // After a greeting no pending refresh is worth waiting for.
    if (running && waiting !== 'everything') return;
    timer ??= setTimeout(() => void flush(), SETTLE_MS);
  };
  const flushFirst = () => {
    isFirst = false;
    // What changes after the greeting is refreshed later, by itself: answers as new as the greeting need nothing else.
    const reached = greeted;
    return refreshFirst(queries, () => reached !== null && transport.isUpTo(reached));
  };
  const flushNext = () => {
    const stale = waiting;
    waiting = {};
    return refresh(queries, stale, pace);
  };
  const flush = async () => {
    timer = undefined;
    running = true;
    await (isFirst ? flushFirst() : flushNext());
    running = false;
    if (isAnything(waiting)) schedule();
  };
  const stop = transport.subscribe((signal) => {
    const step = follow(position, signal);
    position = step.position;
    const isGreeting = signal.kind === 'hello';
    if (isFirst && isGreeting) greeted = position;
    waiting = isFirst && (isGreeting || greeted === null) ? {} : merge(waiting, step.stale);
    schedule();
  });
  return () => {
    clearTimeout(timer);
    pace.stop();
    stopRepeating();
    stop();
  };
}

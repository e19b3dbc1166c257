import type { CausalNode, OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { RelevantEpisode } from '../../sessions/episodes/relevant.ts';
import { chainsBetween, chainsTo } from './chains.ts';
import { type EpisodeLookup, happenedBefore, orderInSession } from './in-order.ts';
import { isNodeId, resolve, type VisibleGraph } from './resolve.ts';
import { failuresAbout, sessionsTold } from './sessions-about.ts';
import { beforeTold, chainsTold, resolvedWords } from './wording.ts';

/** The text for an empty result. It claims that there is none only if the search was complete. */
const none = (isComplete: boolean, words: string) =>
  isComplete ? words : 'None was found, but there were too many ways to look at all of them.';
const cut = (isComplete: boolean) => (isComplete ? '' : ' There may be stronger ones: not all ways were looked at.');

const BEFORE = 'What came before it in its session, the last first; that is order in time and no cause:';

const ABOUT = 'Sessions about it, and what failed in them:';

/** Reads sessions, and finds those that are about some words. */
interface SessionLookup {
  read: EpisodeLookup;
  find: (words: string) => Promise<readonly RelevantEpisode[]>;
}

/** A note on the order in time, when no cause is known. */
function timed(inOrder: OutputOf<'causal.path'>['inOrder']): string {
  if (inOrder === null) return 'Order in time is no cause and does not count.';
  const [first, second] = inOrder.first === 'from' ? ['From', 'To'] : ['To', 'From'];
  return `In ${inOrder.episodeId} ${first} came before ${second}: that is order in time, and nobody said that it led to it.`;
}

/** Implements `causal.path`. */
export function explainPath(
  { from, to, depth, limit }: ParsedInputOf<'causal.path'>,
  asked: VisibleGraph,
  count: CountTokens,
  read: EpisodeLookup,
): OutputOf<'causal.path'> {
  const [start, target] = [resolve(from, asked), resolve(to, asked)];
  const ends = start.entry && target.entry ? { start: start.entry, target: target.entry } : null;
  const isSame = ends !== null && ends.start === ends.target;
  const { chains, isComplete } =
    ends && !isSame
      ? chainsBetween(ends.start, ends.target, { depth, limit, outlook: asked.outlook })
      : { chains: [], isComplete: true };
  const inOrder = ends && !isSame && chains.length === 0 ? orderInSession(ends.start, ends.target, asked, read) : null;
  const found = isSame
    ? 'Both are the same thing.'
    : chains.length > 0
      ? `${chains.length === 1 ? 'One chain of causes' : `${chains.length} chains of causes, the strongest first`}:`
      : none(isComplete, `No chain of causes of up to ${depth} steps leads from one to the other. ${timed(inOrder)}`);
  const head = [
    resolvedWords('From', start.resolved, count),
    resolvedWords('To', target.resolved, count),
    ...(ends ? [`${found}${chains.length > 0 ? cut(isComplete) : ''}`] : []),
  ];
  const answer = { from: start.resolved, to: target.resolved, paths: chains, isComplete, inOrder };
  return { ...answer, ...chainsTold(head, chains, { first: true, last: 'To' }, count) };
}

/** Says that no cause of a node is recorded, or disputed ones only. */
function noCause(node: CausalNode | null): string {
  const disputed = node?.disputedCauses ?? 0;
  return disputed === 0 ? 'No cause of it is recorded.' : `Only disputed causes of it are recorded (${disputed}).`;
}

/** Implements `causal.why`. */
export async function explainWhy(
  { of, depth, limit }: ParsedInputOf<'causal.why'>,
  asked: VisibleGraph,
  count: CountTokens,
  { read, find }: SessionLookup,
): Promise<OutputOf<'causal.why'>> {
  const { resolved, entry } = resolve(of, asked);
  const { chains, isComplete } = entry
    ? chainsTo(entry, { depth, limit, outlook: asked.outlook })
    : { chains: [], isComplete: true };
  const before = entry && chains.length === 0 ? happenedBefore(entry, asked, read) : [];
  // An id is no words.
  const sessions = entry || isNodeId(of) ? [] : failuresAbout(await find(of), asked);
  const found =
    chains.length > 0
      ? 'What led to it, the strongest chain first:'
      : none(isComplete, `${noCause(resolved.node)} ${before.length > 0 ? BEFORE : 'Nor what came before it.'}`);
  const head = [
    resolvedWords('Why', resolved, count),
    ...(entry ? [`${found}${chains.length > 0 ? cut(isComplete) : ''}`] : []),
  ];
  const answer = { of: resolved, chains, isComplete, before, sessions };
  if (before.length > 0) return { ...answer, ...beforeTold(head, before, count) };
  if (sessions.length > 0) return { ...answer, ...sessionsTold([...head, ABOUT], sessions, count) };
  return { ...answer, ...chainsTold(head, chains, { first: false, last: 'this' }, count) };
}

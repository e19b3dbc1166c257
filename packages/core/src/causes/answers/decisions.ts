import { counted, type DecisionHit, flatName, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import { outcomeSaid } from '../../agent-text/outcome-known.ts';
import { BUDGET, summarised, tell } from '../../agent-text/tell.ts';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { DecisionPart, Turnout } from '../contribution.ts';
import type { NodeEntry } from '../graph.ts';
import { normaliseText } from '../identity.ts';
import { countOutcomes, mentionsSeen, successOf, toNode } from '../view.ts';
import { edgesAmong, effectsOf, type ShownStep, toStep, weigher } from './chains.ts';
import { type ResolvedNode, resolve, seenNode, toProjectFilter, type VisibleGraph } from './resolve.ts';
import { basisWords, FEW, outcomeWords, resolvedWords } from './wording.ts';

function toHit({ part, relevance }: { part: DecisionPart; relevance: number }): DecisionHit {
  const { episodeId, sessionId, projectId, itemId, nodeId, decision, outcome, source, of, at } = part;
  const { context, chosen, options, rationale } = decision;
  const said = { context, chosen, options, rationale, outcome, outcomeSource: source, outcomeOf: of };
  return { episodeId, sessionId, projectId, itemId, nodeId, ...said, at, relevance };
}

function hitWords(
  { chosen, rationale, context, outcome, outcomeSource, outcomeOf, at, episodeId, itemId }: DecisionHit,
  count: CountTokens,
) {
  const about = context === '' ? '' : ` For: ${summarised(context, 30, count)}`;
  const why = rationale === null || rationale === '' ? '' : ` Because: ${summarised(rationale, 40, count)}`;
  const when = at === null ? '' : `, ${at.slice(0, 10)}`;
  // The outcome of a session says nothing about each of its decisions.
  const how = outcomeSaid(outcomeOf === 'decision' ? outcome : 'unknown', outcomeSource);
  return `- ${summarised(chosen, 40, count)}${about}${why} [${how}${when}; ${episodeId} ${flatName(itemId)}]`;
}

/** Words that ask for a decision. They also occur in unrelated decisions, so they are removed. */
const ASKING = /\b(?:deci(?:de[ds]?|sions?)|cho(?:ose|se|sen|ice)|pick(?:ed)?|agree[ds]?)\b/giu;

/** The topic of a question about a decision; the whole question if nothing would be left. */
function matterOf(question: string): string {
  const matter = question.replace(ASKING, ' ');
  return keyWords(matter).length > 0 ? matter : question;
}

/**
 * Minimum relevance for a decision to count as an answer. Less relevant ones share some words and are shown as near. Derived from
 * 46 questions about 600 sessions; the 24 questions without an answering decision stay below it.
 */
const ON_RECORD = 0.5;

/** Heading that says how well the decisions match the question. */
function headOf(items: readonly DecisionHit[]): string {
  const [best] = items;
  if (!best) return 'No decision about anything like it is on record.';
  if (best.relevance >= ON_RECORD) return 'Decisions about it or something like it, the most relevant first:';
  return 'Not on record: no decision is known to be about just this. The nearest, which may be about something else:';
}

/** Implements `causal.similarDecisions`: uses the ranking of lessons on the topics of decisions. */
export function similarDecisions(
  { context, limit }: ParsedInputOf<'causal.similarDecisions'>,
  { index, outlook }: VisibleGraph,
  count: CountTokens,
): OutputOf<'causal.similarDecisions'> {
  const items = index.findDecisions(matterOf(context), { ...toProjectFilter(outlook), limit }).map(toHit);
  const onRecord = items.some(({ relevance }) => relevance >= ON_RECORD);
  const words = (hit: DecisionHit) => hitWords(hit, count);
  return { items, onRecord, ...tell({ head: [headOf(items)], items, words, max: BUDGET.list, count }) };
}

/** Resolves the decision in the input to a node. */
function decisionMeant(named: ParsedInputOf<'causal.whatIf'>['decision'], asked: VisibleGraph) {
  if (typeof named === 'string') return resolve(named, asked, ['decision']);
  const part = asked.index.decision(named.episodeId, named.itemId);
  const entry = part ? (seenNode(asked, part.nodeId) ?? null) : null;
  const resolved: ResolvedNode = {
    asked: `${named.episodeId} ${named.itemId}`,
    node: entry && toNode(entry, asked.outlook),
    candidates: [],
  };
  return { resolved, entry };
}

/** Number of steps that the effects of a decision are followed. */
const EFFECT_DEPTH = 4;
/** Maximum number of effects in an answer. */
const MAX_EFFECTS = 50;

/** The first effects of the choices made in these decisions. */
function followed(hits: readonly DecisionHit[], asked: VisibleGraph): ShownStep[] {
  const weigh = weigher(asked.outlook);
  const nodes = [...new Set(hits.map(({ nodeId }) => nodeId))].flatMap((id) => seenNode(asked, id) ?? []);
  const edges = nodes.flatMap((node) => [...node.out]).filter((edge) => weigh(edge) !== null);
  return edges
    .toSorted((a, b) => (weigh(b) ?? 0) - (weigh(a) ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_EFFECTS)
    .map((edge) => toStep(edge, asked.outlook));
}

/** What the decision was about, from the first of its cases that says so. */
function aboutOf(entry: NodeEntry, { index, outlook }: VisibleGraph): string {
  const contexts = mentionsSeen(entry, outlook).map(
    ({ episodeId, itemId }) => index.decision(episodeId, itemId)?.decision.context,
  );
  return contexts.find((context) => context) ?? '';
}

/** Decisions on the same topic that chose the alternative or something similar, without those of the decision itself. */
function casesOfAlternative(
  entry: NodeEntry | null,
  alternative: string,
  limit: number,
  asked: VisibleGraph,
): DecisionHit[] {
  const { index, outlook } = asked;
  // A node is what was chosen, so a search of nodes finds choices, not rejected options.
  const chosen = new Set(
    index
      .findNodes(alternative, { ...toProjectFilter(outlook), kinds: ['decision'], limit: 2 * limit })
      .map(({ id }) => id),
  );
  if (entry) chosen.delete(entry.id);
  const about = entry ? aboutOf(entry, asked) : '';
  const near = index
    .findDecisions(`${alternative} ${about}`, { ...toProjectFilter(outlook), limit: 4 * limit })
    .map(toHit);
  return near.filter(({ nodeId }) => chosen.has(nodeId));
}

/**
 * Whether a node is the alternative. It is taken as chosen, whatever led to that on record, as after a failure of the decision: so it
 * is no effect, and what only it led to stays.
 */
function isAlternativeIn(cases: readonly DecisionHit[], alternative: string): (node: NodeEntry) => boolean {
  const ids = new Set(cases.map(({ nodeId }) => nodeId));
  const said = normaliseText(alternative).toLowerCase();
  return ({ id, text }) => ids.has(id) || text.toLowerCase() === said;
}

const turnout = ({ outcome, outcomeSource: source, outcomeOf: of }: DecisionHit): Turnout => ({ outcome, source, of });

/** One case per episode. A decision with a known outcome of its own is preferred to one that has its session's. */
function perEpisode(cases: readonly DecisionHit[]): DecisionHit[] {
  const weakestFirst = cases.toSorted(
    (a, b) => Number(a.outcomeOf === 'decision') - Number(b.outcomeOf === 'decision'),
  );
  return [...new Map(weakestFirst.map((hit) => [hit.episodeId, hit])).values()];
}

type WhatIf = Omit<OutputOf<'causal.whatIf'>, 'text' | 'tokens' | 'omitted'>;

function inWords(answer: WhatIf, alternative: string, count: CountTokens) {
  const { decision, actual, alternative: other, loses, gains } = answer;
  const few =
    other.success.n < FEW
      ? ` This rests on ${counted(other.success.n, 'known case')}: take it as a hint, not as a rate.`
      : '';
  const head = [
    resolvedWords('Chosen', decision, count),
    ...(decision.node ? [`It turned out: ${outcomeWords(actual.success, actual.outcomes)}`] : []),
    `Instead: ${summarised(alternative, 40, count)}`,
    other.cases.length === 0
      ? 'Nobody is known to have chosen anything like that, so nothing can be said of what would have followed.'
      : `In the decisions most like that: ${outcomeWords(other.success, other.outcomes)}.${few}`,
  ];
  const parts = [
    ...gains.map(
      (step) => `+ followed it: ${summarised(step.to.label, 40, count)} [${basisWords(step.edge)}; ${step.edge.id}]`,
    ),
    ...loses.map(({ node, otherCauses }) =>
      otherCauses === 0
        ? `- would lose its only known cause: ${summarised(node.label, 40, count)} [${node.id}]`
        : `- would keep ${counted(otherCauses, 'other known cause')}: ${summarised(node.label, 40, count)} [${node.id}]`,
    ),
    ...other.cases.map((hit) => hitWords(hit, count)),
  ];
  return tell({ head, items: parts, words: (part) => part, max: BUDGET.whatIf, count });
}

/**
 * Implements `causal.whatIf`. It simulates nothing (B1-01): it compares the known outcomes of the decision with those of the
 * alternative where that was chosen, and names the effects that have no other recorded cause.
 */
export function whatIf(
  { decision, alternative, limit }: ParsedInputOf<'causal.whatIf'>,
  asked: VisibleGraph,
  count: CountTokens,
): OutputOf<'causal.whatIf'> {
  const { resolved, entry } = decisionMeant(decision, asked);
  const own = entry ? mentionsSeen(entry, asked.outlook) : [];
  const outcomes = countOutcomes(own);
  const like = casesOfAlternative(entry, alternative, limit, asked);
  const cases = like.slice(0, limit);
  const others = countOutcomes(perEpisode(cases).map(turnout));
  const isGiven = isAlternativeIn(like, alternative);
  const loses = entry ? effectsOf(entry, asked.outlook, EFFECT_DEPTH, isGiven).slice(0, MAX_EFFECTS) : [];
  const answer: WhatIf = {
    decision: resolved,
    actual: { cases: own.length, success: successOf(outcomes), outcomes },
    alternative: { cases, success: successOf(others), outcomes: others },
    loses: loses.map(({ node, otherCauses }) => ({ node: toNode(node, asked.outlook), otherCauses })),
    edges: entry ? edgesAmong([entry, ...loses.map(({ node }) => node)], asked.outlook) : [],
    gains: followed(cases, asked),
  };
  return { ...answer, ...inWords(answer, alternative, count) };
}

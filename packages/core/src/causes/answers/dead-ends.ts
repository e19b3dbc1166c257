import { counted, flatName, type OutputOf, type ParsedInputOf, type Reflection } from '@twicewise/contract';
import { BUDGET, summarised, tell } from '../../agent-text/tell.ts';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { RelevantEpisode } from '../../sessions/episodes/relevant.ts';
import type { DecisionPart, Turnout } from '../contribution.ts';
import type { EdgeEntry } from '../graph.ts';
import { mentionsSeen } from '../view.ts';
import { stepsBeside, weigher } from './chains.ts';
import { type DeadEnd, deadEndsOfSessions } from './failed-sessions.ts';
import { seenNode, toProjectFilter, type VisibleGraph } from './resolve.ts';

/** A lesson that a search found. */
export interface FoundLesson {
  reflection: Reflection;
  relevance: number | null;
}

/** What a failed attempt tried: one entry per statement of what did not work. */
function ofLesson({ reflection, relevance }: FoundLesson): DeadEnd[] {
  const { id, whatDidNotWork, rootCause, causalReasoning, nextStrategy, createdAt, observedAt } = reflection;
  return whatDidNotWork.map((tried) => ({
    tried,
    disprovedBy: rootCause ?? causalReasoning,
    instead: nextStrategy === '' ? null : nextStrategy,
    worksElsewhere: 0,
    isDraft: reflection.state === 'draft',
    lessonId: id,
    episodeId: null,
    itemId: null,
    nodeId: null,
    at: observedAt ?? createdAt,
    relevance: relevance ?? 0,
  }));
}

/** The strongest effect of a decision, optionally of one kind only. */
function effectOf(part: DecisionPart, kind: (kind: string) => boolean, asked: VisibleGraph): string | null {
  const weigh = weigher(asked.outlook);
  const edges = [...(seenNode(asked, part.nodeId)?.out ?? [])].filter(
    (edge) => kind(edge.to.kind) && weigh(edge) !== null,
  );
  const rank = (edge: EdgeEntry) => weigh(edge) ?? 0;
  return edges.toSorted((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1))[0]?.to.text ?? null;
}

export type FailedDecision = DeadEnd & { episodeId: string; itemId: string };

/** Whether the decision itself is known to have had this outcome. The outcome of its session does not count. */
function isKnownAs({ of, outcome, source }: Turnout, wanted: Turnout['outcome']): boolean {
  return of === 'decision' && outcome === wanted && source !== 'defaulted';
}

function ofDecision(
  { part, relevance }: { part: DecisionPart; relevance: number },
  asked: VisibleGraph,
): FailedDecision {
  const node = seenNode(asked, part.nodeId);
  const cases = node ? mentionsSeen(node, asked.outlook) : [];
  return {
    tried: part.decision.chosen,
    disprovedBy: effectOf(part, (kind) => kind !== 'decision', asked),
    instead: effectOf(part, (kind) => kind === 'decision', asked),
    worksElsewhere: cases.filter((other) => other.episodeId !== part.episodeId && isKnownAs(other, 'success')).length,
    isDraft: false,
    lessonId: null,
    episodeId: part.episodeId,
    itemId: part.itemId,
    nodeId: part.nodeId,
    at: part.at,
    relevance,
  };
}

/** Adds a full stop if the text does not end a sentence. */
const sentence = (text: string) => (/[.!?…:]$/.test(text) ? text : `${text}.`);

function inWords(item: DeadEnd, count: CountTokens): string {
  const { tried, disprovedBy, instead, worksElsewhere, lessonId, episodeId, itemId, at, isDraft } = item;
  const shown = disprovedBy === null ? '' : ` Shown by: ${sentence(summarised(disprovedBy, 40, count))}`;
  const better = instead === null ? '' : ` Instead: ${sentence(summarised(instead, 40, count))}`;
  const but = worksElsewhere === 0 ? '' : ` But it succeeded in ${counted(worksElsewhere, 'other session')}.`;
  const when = at === null ? '' : `, ${at.slice(0, 10)}`;
  return `- Tried: ${sentence(summarised(tried, 40, count))}${shown}${better}${but} [${lessonId ?? `${episodeId} ${flatName(itemId ?? '')}`}${when}${isDraft ? ', draft, not reviewed' : ''}]`;
}

/** Decisions similar to the task that are known to have failed, most relevant first. */
export function failedDecisions(task: string, limit: number, asked: VisibleGraph): FailedDecision[] {
  return asked.index
    .findDecisions(task, { ...toProjectFilter(asked.outlook), outcomes: ['failure'], limit })
    .map((found) => ofDecision(found, asked));
}

/** Implements `causal.deadEnds`, given the failed lessons and the sessions relevant to the task. */
export function deadEnds(
  { task, limit }: ParsedInputOf<'causal.deadEnds'>,
  { lessons, sessions }: { lessons: readonly FoundLesson[]; sessions: readonly RelevantEpisode[] },
  asked: VisibleGraph,
  count: CountTokens,
): OutputOf<'causal.deadEnds'> {
  const decisions = failedDecisions(task, limit, asked);
  const all = [...lessons.flatMap(ofLesson), ...decisions, ...deadEndsOfSessions(task, sessions, decisions)];
  const items = all.toSorted((a, b) => b.relevance - a.relevance).slice(0, limit);
  const head =
    items.length === 0
      ? 'Nothing that was tried for anything like it is known to have failed.'
      : 'Tried for something like it, and did not work, the most relevant first:';
  const words = (item: DeadEnd) => inWords(item, count);
  const nodes = items.flatMap(({ nodeId }) => (nodeId === null ? [] : (seenNode(asked, nodeId) ?? [])));
  return {
    items,
    steps: stepsBeside(nodes, asked.outlook),
    ...tell({ head: [head], items, words, max: BUDGET.list, count }),
  };
}

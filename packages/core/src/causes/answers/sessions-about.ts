import { flatName, type OutputOf } from '@twicewise/contract';
import { BUDGET, type FittedText, summarised, tell } from '../../agent-text/tell.ts';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { RelevantEpisode } from '../../sessions/episodes/relevant.ts';
import { isFailedDecision } from '../contribution.ts';
import { toNode } from '../view.ts';
import { seenNode, type VisibleGraph } from './resolve.ts';

// People rarely ask in the words of an error message. Where no node is like the question, a session may still be: its task and
// texts have other words for the same thing.

/** A session about the words of a question, with what failed in it. */
export type SessionAbout = OutputOf<'causal.why'>['sessions'][number];

const MOST_SESSIONS = 3;
const MOST_FAILURES = 4;

/** Errors and failed decisions of each session, most relevant session first; sessions without any are left out. */
export function failuresAbout(found: readonly RelevantEpisode[], asked: VisibleGraph): SessionAbout[] {
  const sessions = found.map(({ episode: { id: episodeId, task } }) => {
    const parts = asked.index.graph.contribution(episodeId)?.nodes ?? [];
    const failed = parts.filter(({ kind, mention }) => kind === 'error' || (mention && isFailedDecision(mention)));
    const nodes = [...new Set(failed.map(({ id }) => id))].flatMap((id) => seenNode(asked, id) ?? []);
    return { episodeId, task, failures: nodes.slice(0, MOST_FAILURES).map((node) => toNode(node, asked.outlook)) };
  });
  return sessions.filter(({ failures }) => failures.length > 0).slice(0, MOST_SESSIONS);
}

/** Renders them for an agent, each with the ids to ask about. */
export function sessionsTold(
  head: readonly string[],
  sessions: readonly SessionAbout[],
  count: CountTokens,
): FittedText {
  const words = ({ episodeId, task, failures }: SessionAbout) =>
    [
      `- ${summarised(task, 24, count)} [${episodeId}]`,
      ...failures.map(({ id, kind, label }) => `  ${flatName(kind)}: ${summarised(label, 20, count)} [${id}]`),
    ].join('\n');
  return tell({ head, items: sessions, words, max: BUDGET.path, count });
}

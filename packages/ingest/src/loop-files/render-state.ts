import type { Episode, EpisodeContent } from '@twicewise/contract';
import { rebase } from '../episode-files/render.ts';
import { isFields } from '../session-logs/json/tree.ts';
import { LOOP_ORIGINAL, loopOutcome, readLoopState } from './read-state.ts';
import { loopIdOf } from './render-record.ts';

type Json = EpisodeContent['extra'][string];
type JsonObject = { [key: string]: Json };

/** What an episode and the state of a loop both say. */
function render({ task, outcome, outcomeNative, occurredAt, lessons }: EpisodeContent): JsonObject {
  return {
    task,
    // Its own word, unless the outcome was changed here.
    status: outcomeNative !== null && loopOutcome(outcomeNative).outcome === outcome ? outcomeNative : outcome,
    ...(occurredAt === null ? {} : { started_at: occurredAt }),
    learnings: lessons,
  };
}

/** The state of a loop: the file that the episode came from, with what was changed here since; else one of what is known. */
export function renderLoopState(episode: Episode): { name: string; file: JsonObject; notCarried: string[] } {
  const original = episode.extra[LOOP_ORIGINAL];
  const name = 'loop-state.json';
  if (isFields(original)) {
    const before = render(readLoopState(original).content);
    return { name, file: rebase(original as Json, before, render(episode)) as JsonObject, notCarried: [] };
  }
  const lost = [
    ...(episode.decisions.length > 0 ? ['decisions'] : []),
    ...(episode.events.length > 0 ? ['events'] : []),
  ];
  const id = loopIdOf(episode.sessionNativeId ?? episode.sessionId);
  const iteration = episode.metrics.iterations ?? null;
  return { name, file: { id, ...render(episode), current_iteration: iteration }, notCarried: lost };
}

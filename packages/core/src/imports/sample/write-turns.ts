import type { TurnSummary } from '@twicewise/contract';
import { getSession, type ReadableDb, turnByNativeId } from '@twicewise/store';
import { loadTokenCounter } from '../../agent-text/tokens.ts';
import type { WriteContext } from '../../runtime/context.ts';
import { resolvePlace } from '../../runtime/references.ts';
import { prepareTexts } from '../../turns/prepared-texts.ts';
import { insertTurn, type ReadyTurn } from '../../turns/save-turn.ts';
import { draftOf } from '../../turns/stored-turn.ts';
import { SAMPLE_TURNS, sampleProjectOf } from './index.ts';
import type { SampleTurn } from './turns.ts';

const MINUTE = 60_000;

/** A turn of the sample with its texts cut and counted. */
interface ReadySampleTurn {
  turn: SampleTurn;
  ready: ReadyTurn;
  /** Tokens of its summary. */
  tokens: number;
}

/** Prepares the texts of the sample's turns, which takes longer than a transaction should. */
export async function prepareSampleTurns(db: () => ReadableDb): Promise<ReadySampleTurn[]> {
  const count = await loadTokenCounter();
  const prepared: ReadySampleTurn[] = [];
  for (const turn of SAMPLE_TURNS) {
    const draft = draftOf({ ...turn, error: null });
    const tokens = count([turn.summary.text, ...turn.summary.insights].join('\n'));
    prepared.push({ turn, ready: { draft, prepared: await prepareTexts(draft.texts, db) }, tokens });
  }
  return prepared;
}

/** Writes a turn of the sample in its session, unless it is there. */
export function writeSampleTurn(context: WriteContext, { turn, ready, tokens }: ReadySampleTurn): void {
  const { sessionId, nativeId, number, minutes, cost, summary } = turn;
  const fresh = { agent: null, startedAt: context.at };
  const place = resolvePlace(context, { projectId: sampleProjectOf(sessionId), sessionId }, fresh);
  const session = place.session === null ? null : getSession(context.db, place.session.id);
  if (session === null || turnByNativeId(context.db, place.project.id, nativeId) !== null) return;
  const startedAt = Date.parse(session.startedAt) + minutes * MINUTE;
  const endedAt = new Date(startedAt + (cost?.ms ?? 0)).toISOString();
  const stored: TurnSummary = {
    id: context.newId('turnSummary'),
    ...summary,
    source: 'model',
    tokens,
    at: endedAt,
  };
  const given = { nativeId, number, model: 'example-model', startedAt: new Date(startedAt).toISOString(), endedAt };
  const { id: projectId } = place.project;
  const at = { projectId, sessionId: session.id, agent: session.agent };
  insertTurn(context, { ...given, extra: {} }, at, ready, [stored]);
}

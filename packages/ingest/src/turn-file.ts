import {
  type ContextSnapshot,
  IN_CONTEXT,
  type MemorySummary,
  TURN_FILE_EXTRA,
  TURN_FILE_VERSION,
  type Turn,
  type TurnFile,
} from '@twicewise/contract';

/** What an imported turn keeps of its file: the fields that no column has. */
interface Kept {
  context: Partial<ContextSnapshot>;
  summaries: (Partial<MemorySummary> & { place: number })[];
}

/** A turn with the text of its context. */
export interface TurnWithText {
  turn: Turn;
  fullContext: string;
}

/** A file, and what of the turns it cannot say. */
export interface RenderedTurnFile {
  file: TurnFile;
  notCarried: string[];
}

function keptOf({ extra }: Turn): Kept | null {
  return (extra[TURN_FILE_EXTRA] as Kept | undefined) ?? null;
}

function snapshotOf({ turn, fullContext }: TurnWithText): ContextSnapshot {
  const kept = keptOf(turn);
  const own = { id: turn.nativeId ?? turn.id, turnNumber: turn.number, fullContext };
  const last = turn.summaries.at(-1);
  const isEdited = last !== undefined && turn.summaries.length !== kept?.summaries.length;
  if (kept) return { ...(kept.context as ContextSnapshot), ...own, ...(isEdited ? { summary: last.text } : {}) };
  return {
    ...own,
    ...(last ? { summary: last.text } : {}),
    tokenCount: turn.contextTokens,
    ...(turn.content.calls.length > 0 ? { toolCalls: turn.content.calls.map(({ tool }) => tool) } : {}),
    timestamp: Date.parse(turn.startedAt ?? turn.createdAt),
  };
}

/** The summaries of a turn, each with the place that it had in its file, {@link IN_CONTEXT} too; those that were written here come after all others. */
function summariesOf({ turn }: TurnWithText): { place: number; summary: MemorySummary }[] {
  const kept = keptOf(turn)?.summaries ?? [];
  return turn.summaries.map(({ id, text, insights, tokens, at }, index) => {
    const { place = Number.POSITIVE_INFINITY, ...original } = kept[index] ?? {};
    const own = { contextId: turn.nativeId ?? turn.id, turnNumber: turn.number };
    const fields = { id, tokenCount: tokens, timestamp: Date.parse(at), ...own, ...original };
    return { place, summary: { ...fields, summary: text, insights } };
  });
}

function lossesOf(turns: readonly TurnWithText[]): string[] {
  const has = (some: (turn: Turn) => boolean) => turns.some(({ turn }) => some(turn));
  return [
    ...(has(({ content }) => content.parts.some(({ side }) => side === 'result'))
      ? ['replies and outputs of tools']
      : []),
    ...(has(({ content }) => content.rounds.length > 0) ? ['rounds of thinking'] : []),
    ...(has(({ content }) => content.parts.filter(({ side }) => side === 'context').length > 1)
      ? ['where one part of a context ends and the next begins']
      : []),
    ...(has(({ content }) => content.cost !== null || content.error !== null) ? ['costs and errors'] : []),
    ...(has(({ content }) => content.calls.some(({ params }) => Object.keys(params).length > 0))
      ? ['parameters and outcomes of calls']
      : []),
  ];
}

/** Turns as the document exports its memory (S2-18). What came from such a file stands as it stood there. */
export function renderTurnFile(turns: readonly TurnWithText[]): RenderedTurnFile {
  const listed = turns.flatMap(summariesOf).filter(({ place }) => place !== IN_CONTEXT);
  const summaries = listed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place));
  return {
    file: {
      version: TURN_FILE_VERSION,
      contexts: turns.map(snapshotOf),
      summaries: summaries.map(({ summary }) => summary),
    },
    notCarried: lossesOf(turns),
  };
}

import type { OutputOf } from '@twicewise/client';
import { type ContextSnapshot, contextTextOf, type MemorySummary } from '@twicewise/contract';
import type { Memory } from '../memory.ts';

type Row = OutputOf<'turn.list'>['items'][number];

/** Turns read at a time. */
const PAGE = 200;

function summaryOf({ id, number, summary }: Row): MemorySummary[] {
  if (!summary) return [];
  const { text, insights, tokens, at } = summary;
  return [
    {
      id: summary.id,
      contextId: id,
      turnNumber: number,
      summary: text,
      insights,
      tokenCount: tokens,
      timestamp: Date.parse(at),
    },
  ];
}

/**
 * The turns of one run, in the words of `002-reflective-thinking-and-memory`. All of it is read from the memory, so it knows the
 * turns of earlier runs of the session, too. Rejects when the memory cannot be read.
 */
export class ContextMemoryStore {
  readonly #memory: () => Promise<Memory>;
  readonly #place: { sessionId: string; projectId?: string };

  /** `memory` is asked for with the first read. */
  constructor(memory: () => Promise<Memory>, sessionId: string, projectId?: string) {
    this.#memory = memory;
    this.#place = { sessionId, ...(projectId === undefined ? {} : { projectId }) };
  }

  /** The summaries of the last turns, the oldest first (S2-19). */
  async getRecentSummaries(count: number): Promise<MemorySummary[]> {
    return count <= 0 ? [] : (await this.#rows()).flatMap(summaryOf).slice(-count);
  }

  /** Summaries with these words in them or in their insights, whatever their letter case (S2-20). */
  async searchSummaries(words: string): Promise<MemorySummary[]> {
    const wanted = words.toLowerCase();
    const all = (await this.#rows()).flatMap(summaryOf);
    return all.filter(({ summary, insights }) => [summary, ...insights].join('\n').toLowerCase().includes(wanted));
  }

  /** The turn with this number, the latest where it was made several times; null if there is none (S2-21). */
  async getContextByTurn(turnNumber: number): Promise<ContextSnapshot | null> {
    const row = (await this.#rows()).findLast(({ number }) => number === turnNumber);
    return row ? this.#snapshot(row) : null;
  }

  /** All turns in their order (S2-22). */
  async getAllContexts(): Promise<ContextSnapshot[]> {
    return this.#snapshots(await this.#rows());
  }

  /** Tokens of all summaries together (S2-23). */
  async getTotalSummaryTokens(): Promise<number> {
    return (await this.#rows()).flatMap(summaryOf).reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  }

  /** All contexts and summaries, to be kept elsewhere: `twicewise import --format turns` reads it as a file (S2-18). */
  async export(): Promise<{ version: 1; contexts: ContextSnapshot[]; summaries: MemorySummary[] }> {
    const rows = await this.#rows();
    return { version: 1, contexts: await this.#snapshots(rows), summaries: rows.flatMap(summaryOf) };
  }

  async #rows(): Promise<Row[]> {
    const memory = await this.#memory();
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const asked = { ...this.#place, order: 'oldest' as const, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
      const page: OutputOf<'turn.list'> = await memory.call('turn.list', asked);
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return rows;
  }

  /** One after the other: each may be a megabyte. */
  async #snapshots(rows: readonly Row[]): Promise<ContextSnapshot[]> {
    const all: ContextSnapshot[] = [];
    for (const row of rows) all.push(await this.#snapshot(row));
    return all;
  }

  async #snapshot({ id, number, summary, contextTokens, tools, createdAt }: Row): Promise<ContextSnapshot> {
    const memory = await this.#memory();
    const { turn } = await memory.call('turn.get', { id });
    return {
      id,
      turnNumber: number,
      fullContext: await contextTextOf(memory, turn),
      ...(summary ? { summary: summary.text } : {}),
      tokenCount: contextTokens,
      toolCalls: tools,
      timestamp: Date.parse(createdAt),
    };
  }
}

/** Writes records of a Claude Code transcript, a second apart. */
export class TranscriptLines {
  readonly #session: string;
  #written = 0;

  constructor(session: string) {
    this.#session = session;
  }

  /** A record as a line. */
  record(type: string, content: unknown, message: object = {}): string {
    this.#written++;
    const timestamp = new Date(Date.parse('2026-02-01T10:00:00Z') + this.#written * 1000).toISOString();
    const common = { sessionId: this.#session, version: '2.1.330', cwd: '/work/shop', isSidechain: false };
    const named = { type, uuid: `u${this.#written}`, timestamp, ...common };
    return `${JSON.stringify({ ...named, message: { content, ...message } })}\n`;
  }

  /** A call of a tool and its result, as lines. */
  ran(id: string, name: string, input: object, output: string, failed: boolean): string {
    const call = this.record('assistant', [{ type: 'tool_use', id, name, input }]);
    return call + this.record('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }]);
  }
}

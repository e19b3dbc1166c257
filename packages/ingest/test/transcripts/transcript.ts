import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// A transcript in the format of Claude Code, made by hand: the shapes of its records, with made-up text.

type Fields = Record<string, unknown>;

/** Writes records in the order of the calls; each gets an id and a time of its own. */
export class TranscriptBuilder {
  readonly lines: string[] = [];
  readonly #common: Fields;
  readonly #begin: number;
  #count = 0;

  constructor(common: Fields = {}, begin = '2026-02-01T10:00:00Z') {
    this.#begin = Date.parse(begin);
    const known = {
      sessionId: 'session-1',
      version: '2.1.42',
      cwd: '/work/shop',
      gitBranch: 'main',
      userType: 'external',
    };
    this.#common = { ...known, isSidechain: false, ...common };
  }

  /** Adds a record as it is. */
  raw(record: unknown): this {
    this.lines.push(typeof record === 'string' ? record : JSON.stringify(record));
    return this;
  }

  record(type: string, fields: Fields = {}): this {
    const n = ++this.#count;
    const timestamp = new Date(this.#begin + n * 1000).toISOString();
    return this.raw({ type, uuid: `${this.#common.sessionId}-${n}`, timestamp, ...this.#common, ...fields });
  }

  prompt(text: string, fields: Fields = {}): this {
    return this.record('user', { message: { role: 'user', content: text }, ...fields });
  }

  say(text: string): this {
    return this.record('assistant', { message: { role: 'assistant', content: [{ type: 'text', text }] } });
  }

  call(id: string, name: string, input: Fields, fields: Fields = {}): this {
    return this.record('assistant', { message: { content: [{ type: 'tool_use', id, name, input }] }, ...fields });
  }

  result(id: string, content: unknown, isError = false, fields: Fields = {}): this {
    const block = { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
    return this.record('user', { message: { content: [block] }, ...fields });
  }

  /** A command and its result. */
  run(id: string, command: string, output: string, isError = false, fields: Fields = {}): this {
    return this.call(id, 'Bash', { command }, fields).result(id, output, isError, fields);
  }

  edit(id: string, path: string, before: string, after: string, fields: Fields = {}): this {
    const input = { file_path: path, old_string: before, new_string: after };
    return this.call(id, 'Edit', input, fields).result(id, 'The file has been updated.', false, fields);
  }

  reject(id: string, words: string | null): this {
    const text = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    return this.result(
      id,
      words === null ? text : `${text} To tell you how to proceed, the user said:\n${words}`,
      true,
    );
  }

  /** Writes the file and returns its path. */
  write(folder: string, name = 'session-1.jsonl'): string {
    const path = join(folder, name);
    writeFileSync(path, `${this.lines.join('\n')}\n`);
    return path;
  }
}

/** A test that fails, and passes after an edit. */
export function mended(builder = new TranscriptBuilder()): TranscriptBuilder {
  return builder
    .prompt('Make the price test pass')
    .run('c1', 'npm test -- price', 'Exit code 1\nprice.test.js:12: expected 10.00, got 10', true)
    .say('The formatter drops trailing zeros because it uses String().')
    .edit('c2', '/work/shop/src/price.js', 'String(value)', 'value.toFixed(2)')
    .run('c3', 'npm test -- price 2>&1', 'ok 12 tests')
    .say('All tests pass. The price test expected two decimals, which toFixed gives.');
}

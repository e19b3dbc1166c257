import { readFileSync, statSync } from 'node:fs';
import { blankTurnContent } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkDatabase,
  chunksOf,
  chunksWithWord,
  closeStore,
  connection,
  emptyLog,
  findTurns,
  getTurn,
  hasTake,
  highestNumber,
  insertRecord,
  nextSeq,
  nextTake,
  one,
  packChunk,
  partText,
  purgeTurns,
  readRecord,
  removeRecord,
  replaceRecord,
  type StorePaths,
  savePart,
  textHash,
  transaction,
  turnRowsToPurge,
  turnsWithText,
  type WritableDb,
} from '../../src/index.ts';
import { freshPaths, NOW, open, projectRecord, raw, removeFolders, seeded, sessionRecord } from '../harness.ts';

afterAll(removeFolders);

/** A memory with a session, and what saves a turn of it with these texts. */
function memory() {
  const paths = freshPaths();
  const db = open(paths);
  const project = projectRecord(db);
  const session = sessionRecord(db, String(project.id));
  transaction(db, () => {
    insertRecord(db, 'project', project);
    insertRecord(db, 'session', session);
  });
  const sessionId = String(session.id);
  let made = 0;
  const save = (texts: readonly string[], fields: Record<string, unknown> = {}) => {
    const n = ++made;
    const id = `turn_${String(n).padStart(4, '0')}`;
    transaction(db, () => {
      insertRecord(db, 'turn', {
        seq: nextSeq(db),
        id,
        projectId: project.id,
        sessionId,
        number: n,
        take: 1,
        content: blankTurnContent(),
        contextBytes: 0,
        contextTokens: 0,
        summaries: [],
        authorKind: 'agent',
        authorName: 'a',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        revision: n,
        extra: {},
        ...fields,
      });
      for (const [place, text] of texts.entries()) saveText(db, id, place, text);
    });
    return id;
  };
  return { paths, db, save, sessionId };
}

const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])].join(' ');

function saveText(db: WritableDb, id: string, place: number, text: string): void {
  const chunks = new Map(chunksOf(text).map((chunk) => [textHash(chunk), chunk]));
  savePart(db, id, place, chunksOf(text).map(textHash), (hash) => {
    const chunk = chunks.get(hash) ?? '';
    return packChunk(chunk, Math.ceil(chunk.length / 4), wordsOf(chunk));
  });
}

/** A context as agents have them: code-like lines, few of which are alike. */
function context(bytes: number): string[] {
  const random = seeded(7);
  const names = Array.from({ length: 800 }, () =>
    Math.floor(random() * 1e12)
      .toString(36)
      .replaceAll(/\d/g, 'x'),
  );
  const name = () => names[Math.floor(random() * names.length)] ?? '';
  const lines: string[] = [];
  for (let size = 0; size < bytes; size += (lines.at(-1) ?? '').length + 1) {
    lines.push(`  const ${name()} = ${name()}(${name()}, ${Math.floor(random() * 1000)}); // ${name()} ${name()}`);
  }
  return lines;
}

const chunkCount = (db: WritableDb) => one<{ n: number }>(db, 'SELECT COUNT(*) AS n FROM turn_chunk')?.n ?? 0;

function sizeOf({ db, paths }: { db: WritableDb; paths: StorePaths }): number {
  emptyLog(db);
  return statSync(paths.database).size;
}

describe('the texts of turns', () => {
  it('cost at most 1.5 MB where 20 contexts of 1 MB differ in some lines each (B2-12)', () => {
    verifies('B2-12', 'S2-01');
    const opened = memory();
    const lines = context(1_048_576);
    const random = seeded(9);
    const empty = sizeOf(opened);
    const texts: string[] = [];
    for (let n = 0; n < 20; n++) {
      for (let edit = 0; edit < 5; edit++) {
        const at = Math.floor(random() * lines.length);
        lines.splice(at, edit % 2, `  // turn ${n} changed line ${at}: ${random()}`);
      }
      const text = `${lines.join('\n')}\n`;
      texts.push(text);
      expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
      opened.save([text]);
    }
    expect(sizeOf(opened) - empty).toBeLessThanOrEqual(1_572_864);
    // Every one of them is still there to the last byte.
    for (const [n, text] of texts.entries()) {
      expect(partText(opened.db, `turn_${String(n + 1).padStart(4, '0')}`, 0) === text).toBe(true);
    }
    closeStore(opened.db);
  });

  it('come back whatever they are made of, and an empty one as empty', () => {
    const { db, save } = memory();
    const texts = [
      '',
      'one line',
      'zwei\r\nZeilen\n',
      '行'.repeat(30_000),
      '🙂'.repeat(20_000),
      `${'a b '.repeat(9000)}\n`,
    ];
    const id = save(texts);
    for (const [place, text] of texts.entries()) expect(partText(db, id, place) === text).toBe(true);
    expect(partText(db, id, texts.length)).toBeNull();
    expect(partText(db, 'turn_none', 0)).toBeNull();
    closeStore(db);
  });

  for (const [what, damage] of [
    ['a chunk', 'UPDATE turn_chunk SET text = zeroblob(length(text)) WHERE id = 2'],
    ['a chunk by another one', 'UPDATE turn_chunk SET text = (SELECT text FROM turn_chunk WHERE id = 1) WHERE id = 2'],
    ['the list of chunks', "UPDATE turn_part SET chunks = replace(chunks, '2', '1') WHERE place = 0"],
    ['a chunk that is gone', 'DELETE FROM turn_chunk WHERE id = 2'],
  ] as const) {
    it(`are not shown when damage hit ${what}, and the check says so`, () => {
      verifies('S2-43');
      const { db, save, paths } = memory();
      const id = save([context(30_000).join('\n'), 'sound']);
      expect(checkDatabase(db, () => NOW).ok).toBe(true);
      raw(paths, (other) => other.exec(damage));
      expect(() => partText(db, id, 0)).toThrow(/not as it was written/);
      expect(partText(db, id, 1)).toBe('sound');
      expect(checkDatabase(db, () => NOW).problems.join()).toContain(
        `part 0 of the turn ${id} is not as it was written`,
      );
      closeStore(db);
    });
  }
});

describe('a purge of turns', () => {
  it('removes chunks that no other turn has, with their words, out of the file', () => {
    const opened = memory();
    const { db, save, paths } = opened;
    const shared = context(40_000).join('\n');
    const kept = save([shared]);
    const before = chunkCount(db);
    const secret = 'zanzibarquokka';
    const id = save([shared, `${secret} ${'is written here\n'.repeat(400)}`], {
      deletedAt: '2026-01-02T00:00:00.000Z',
    });
    const own = chunkCount(db) - before;
    expect(own).toBeGreaterThan(0);
    expect(chunksWithWord(db, secret)).toHaveLength(1);
    expect(turnRowsToPurge(db, [id])).toMatchObject({ turn: 1, turn_part: 2, turn_chunk: own });
    transaction(db, () => purgeTurns(db, [id]));
    expect(chunkCount(db)).toBe(before);
    expect(chunksWithWord(db, secret)).toEqual([]);
    expect(partText(db, kept, 0)).toBe(shared);
    emptyLog(db);
    closeStore(db);
    expect(readFileSync(paths.database).includes(secret)).toBe(false);
  });

  it('leaves the texts of a turn that an undo removed, so that it can come back', () => {
    const { db, save } = memory();
    const id = save(['told']);
    const record = readRecord(db, 'turn', id) ?? {};
    transaction(db, () => removeRecord(db, 'turn', id));
    const other = save(['other'], { number: 7 });
    transaction(db, () => purgeTurns(db, [other]));
    transaction(db, () => insertRecord(db, 'turn', record));
    expect(partText(db, id, 0)).toBe('told');
    closeStore(db);
  });
});

describe('a list of turns', () => {
  it('is in the order in which they were saved, by filter, in pages, with what was called and said', () => {
    const { db, save, sessionId } = memory();
    const call = { params: { path: 'src/zebra.ts' }, outcome: 'success', ms: 1, part: null };
    const content = {
      ...blankTurnContent(),
      calls: ['read', 'run', 'read'].map((tool) => ({ ...call, tool })),
      rounds: [
        { text: 'thought', recalls: [{ found: ['turn_a', 'turn_b'] }] },
        { text: 'more', recalls: [{ found: ['turn_b'] }] },
      ],
      cost: { inputTokens: 5, outputTokens: 6, ms: 7 },
      error: 'broke off',
    };
    const summary = { id: 'tsum_1', text: 'last', insights: ['a'], source: 'model', tokens: 3, at: '2026' };
    const first = save(['some words'], { content, summaries: [{ ...summary, text: 'first' }, summary] });
    const again = save(['other words'], { number: 1, take: 2 });
    const gone = save(['gone words'], { deletedAt: '2026-01-02T00:00:00.000Z' });
    const list = (filter: object, order: 'oldest' | 'newest' = 'oldest') =>
      findTurns(db, { deleted: 'exclude', ...filter }, order, 100).items.map(({ id }) => id);
    expect(list({})).toEqual([first, again]);
    expect(list({ sessionIds: [sessionId], number: 1 }, 'newest')).toEqual([again, first]);
    expect(list({ deleted: 'only' })).toEqual([gone]);
    expect(list({ projectIds: [] })).toEqual([]);
    const page = findTurns(db, { deleted: 'exclude' }, 'oldest', 1);
    expect(page.items[0]).toMatchObject({
      summary,
      tools: ['read', 'run'],
      calls: 3,
      rounds: 2,
      recalls: 2,
      inputTokens: 5,
      outputTokens: 6,
      ms: 7,
      error: 'broke off',
    });
    const rest = findTurns(db, { deleted: 'exclude' }, 'oldest', 1, page.nextCursor ?? undefined);
    expect(rest).toMatchObject({ items: [{ id: again, summary: null, tools: [], recalls: 0 }], nextCursor: null });
    expect([highestNumber(db, sessionId), nextTake(db, sessionId, 1), nextTake(db, sessionId, 9)]).toEqual([3, 3, 1]);
    expect([hasTake(db, sessionId, 1, 2), hasTake(db, sessionId, 1, 3)]).toEqual([true, false]);
    const seqs = [first, again].map((id) => getTurn(db, id)?.seq ?? 0);
    const found = (...words: string[]) =>
      turnsWithText(
        db,
        seqs,
        words.map((word) => ({ word, terms: [word] })),
      );
    expect(found('some')).toEqual([seqs[0]]);
    expect(found('wor')).toEqual(seqs);
    expect(found('zebra')).toEqual([seqs[0]]);
    expect(found('thought', 'some')).toEqual([seqs[0]]);
    expect(found('thought', 'other')).toEqual([]);
    closeStore(db);
  });

  it('reads a turn with a damaged cell as one that says nothing there', () => {
    const { db, save, paths } = memory();
    const id = save(['words']);
    raw(paths, (other) =>
      other.exec("PRAGMA ignore_check_constraints = ON; UPDATE turn SET content = '{', summaries = '['"),
    );
    expect(getTurn(db, id)).toMatchObject({ content: { parts: [], calls: [], cost: null }, summaries: [] });
    expect(findTurns(db, { deleted: 'exclude' }, 'oldest', 9).items).toMatchObject([{ tools: [], summary: null }]);
    expect(checkDatabase(db, () => NOW).problems.join()).toContain(`the turn ${id} is not as it was written`);
    expect(() => replaceRecord(db, 'turn', { id: 'turn_none' })).toThrow();
    expect(connection(db).open).toBe(true);
    closeStore(db);
  });
});

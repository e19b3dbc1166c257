import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contractModule from '@twicewise/contract';
import { ID_PREFIX, MAX_JSON_DEPTH, MAX_LESSON_BYTES, MAX_PAGE, MAX_TEXT_BYTES } from '@twicewise/contract';
import { CHECKOUT, projectFiles } from '../gate.ts';
import { type Describable, fieldTable, jsonSchema, ShapeNames } from './json-shape.ts';

/** Records that come first, in the order in which a reader meets them. */
const FIRST = [
  'Reflection',
  'Session',
  'Project',
  'Episode',
  'EpisodeSummary',
  'Operation',
  'Job',
  'Exposure',
  'Feedback',
];
/** Records with pages of their own. */
const ELSEWHERE = ['settings', 'changeEvent'];

interface RecordSchema {
  about: string;
  schema: Describable;
}

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport const (\w+) =/g;

/** The comment on each constant in the contract's source, as one line. */
function commentsOfContract(): Map<string, string> {
  const files = projectFiles(CHECKOUT).filter((file) => /^packages\/contract\/src\/.*\.ts$/.test(file));
  const comments = new Map<string, string>();
  for (const file of files) {
    for (const [, comment = '', name = ''] of readFileSync(join(CHECKOUT, file), 'utf8').matchAll(DOCUMENTED)) {
      const text = comment.replace(/\n\s*\*/g, ' ').replace(/\{@link (\w+)\}/g, '`$1`');
      comments.set(name, text.replace(/\s+/g, ' ').trim());
    }
  }
  return comments;
}

function isObjectSchema(value: unknown): value is Describable {
  return (value as { def?: { type?: unknown } } | null)?.def?.type === 'object';
}

/** All objects that the contract exports, by their name with a capital letter. */
function recordsOfContract(): Map<string, RecordSchema> {
  const comments = commentsOfContract();
  const records = new Map<string, RecordSchema>();
  for (const [name, schema] of Object.entries(contractModule)) {
    if (!isObjectSchema(schema) || ELSEWHERE.includes(name)) continue;
    records.set(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, { about: comments.get(name) ?? '', schema });
  }
  return records;
}

const RECORDS = recordsOfContract();

/** The names of all records, for pages that refer to them. */
export function recordNames(): ShapeNames {
  const names = new ShapeNames();
  for (const [name, { schema }] of RECORDS) names.add(name, schema);
  return names;
}

/** The sections of the records that come first, and of all to which other pages or records refer. */
function sections(names: ShapeNames): string[] {
  const written = new Map<string, string>();
  const write = (name: string) => {
    const record = RECORDS.get(name);
    if (!record || written.has(name)) return;
    const fields = fieldTable(jsonSchema(record.schema, 'output'), names, 'output', name);
    written.set(name, `## ${name}\n\n${record.about}\n\n${fields}\n`);
  };
  for (const name of FIRST) write(name);
  for (let before = -1; before !== written.size; ) {
    before = written.size;
    for (const name of [...names.used]) write(name);
  }
  const others = [...written.keys()].filter((name) => !FIRST.includes(name)).sort();
  return [...FIRST, ...others].map((name) => written.get(name) ?? '');
}

/** The page about records. It is written last, because it contains what the other pages refer to. */
export function recordsPage(names: ShapeNames): string {
  const prefixes = Object.entries(ID_PREFIX).map(([kind, prefix]) => `| ${kind} | \`${prefix}_…\` |`);
  return [
    '# Records\n',
    'What operations answer with. Every field is always there unless it is marked `?`; "or null" means that nothing is known, which is not 0.\n',
    `A text is at most ${MAX_TEXT_BYTES} bytes of UTF-8 without control characters, a lesson ${MAX_LESSON_BYTES} bytes in all, JSON ${MAX_JSON_DEPTH} levels deep, a page ${MAX_PAGE} rows. Times are ISO 8601 with zone.\n`,
    `Ids are a prefix and a ULID:\n\n| record | id |\n| --- | --- |\n${prefixes.join('\n')}\n`,
    ...sections(names),
  ].join('\n');
}

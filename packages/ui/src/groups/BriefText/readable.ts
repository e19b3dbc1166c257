/** A part of the text of a brief: a sentence of ours, the marker of a fence, a heading within it, or one stored record as JSON. */
export type BriefPart =
  | { kind: 'words' | 'marker' | 'heading'; text: string }
  | { kind: 'record'; text: string; fields: readonly (readonly [name: string, value: unknown])[] };

const OPENS = /^<stored-data (\S+)[ >]/;

function recordOf(line: string): BriefPart | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? { kind: 'record', text: line, fields: Object.entries(value) }
      : null;
  } catch {
    return null;
  }
}

/**
 * The parts of a brief, a line each, none left out. Stored text has no line of its own and does not know the nonce of its fence, so
 * it can look like no other part.
 */
export function briefParts(text: string): BriefPart[] {
  let end: string | null = null;
  return text.split('\n').map((line): BriefPart => {
    const nonce: string | undefined = end === null ? OPENS.exec(line)?.[1] : undefined;
    if (nonce !== undefined) end = `</stored-data ${nonce}>`;
    if (nonce !== undefined) return { kind: 'marker', text: line };
    if (end === null) return { kind: 'words', text: line };
    if (line === end) {
      end = null;
      return { kind: 'marker', text: line };
    }
    return recordOf(line) ?? { kind: 'heading', text: line };
  });
}

/** Fields that say of a record where it is from, in one line. */
const ABOUT: ReadonlySet<string> = new Set([
  'when',
  'outcome',
  'confidence',
  'state',
  'by',
  'project',
  'item',
  'session',
]);
/** Fields that are the id of a record, each with what it is the id of. */
const IDS: Readonly<Record<string, 'lesson' | 'session'>> = { id: 'lesson', maybe: 'lesson', episode: 'session' };

/** Fields that say what a record is of: the task of a lesson or session, what a note is about, what was decided. */
const TITLES: ReadonlySet<string> = new Set(['task', 'about', 'decided']);

/** A record for reading. */
export interface ReadableRecord {
  ids: { id: string; of: 'lesson' | 'session' }[];
  title: string | null;
  about: string[];
  /** What it says, each under its name in the text. */
  said: { name: string; texts: string[] }[];
}

/** How a value reads that is no text. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sorts the fields of a record for reading. Every field is in it: an agent reads all of them. */
export function readable(fields: readonly (readonly [name: string, value: unknown])[]): ReadableRecord {
  const record: ReadableRecord = { ids: [], title: null, about: [], said: [] };
  for (const [name, value] of fields) {
    const of = IDS[name];
    if (of && typeof value === 'string') record.ids.push({ id: value, of });
    else if (TITLES.has(name) && typeof value === 'string') {
      record.title = value;
      // Nothing else tells the title of a decision from that of a lesson.
      if (name === 'decided') record.about.unshift(name);
    } else if (ABOUT.has(name)) record.about.push(typeof value === 'string' ? value : `${name} ${asText(value)}`);
    else record.said.push({ name, texts: [value].flat().map(asText) });
  }
  return record;
}

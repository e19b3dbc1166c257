import { IMPORTERS, parseJson, shorten } from '@twicewise/contract';
import {
  ADR038_RULES,
  badFile,
  EXTRACTION_RULES,
  type Extracted,
  extractingLog,
  FAULT_SAYS,
  type InParts,
  isEpisodeFile,
  isFields,
  type LinkFault,
  parseAdr038,
  refuseUnfit,
  type Sifted,
} from '@twicewise/ingest';
import { requireOwnIds } from './assemble.ts';

/** An episode read from a file, with its session. */
export interface FiledEpisode extends Extracted {
  nativeId: string;
}

/** A reader for one kind of episode file. */
export interface EpisodeReader {
  /** Name of the source system. */
  readonly system: string;
  readonly rules: number;
  /** Whether to read a file of a folder, by its base name. */
  accepts(name: string): boolean;
  /** Reads one file in small parts. Throws `invalid_input` with a message for people. */
  read(file: { name: string; text: string }): InParts<FiledEpisode>;
}

/** Notes on links that were left out: each kind with its number and first example. */
function notesOn(refused: Sifted['refused']): string[] {
  return (Object.keys(FAULT_SAYS) as LinkFault[]).flatMap((fault) => {
    const links = refused.filter((one) => one.fault === fault).map(({ link }) => link);
    const [first] = links;
    if (!first) return [];
    const named = `the link from ${JSON.stringify(shorten(first.from, 64))} to ${JSON.stringify(shorten(first.to, 64))}`;
    const rest = links.length > 1 ? `, and ${links.length - 1} more` : '';
    return [`left out: ${named} ${FAULT_SAYS[fault]}${rest}`];
  });
}

/** Episode files of ADR-038. */
export const ADR038: EpisodeReader = {
  system: IMPORTERS.adr038,
  rules: ADR038_RULES,
  accepts: (name) => name.endsWith('.json'),
  *read({ text }) {
    const { nativeId, session, content, refused } = parseAdr038(parseJson(text));
    yield;
    // With duplicate ids it would be unclear which item a link refers to.
    requireOwnIds([...content.decisions, ...content.events]);
    refuseUnfit(content);
    const facts = {
      nativeId: session,
      goal: content.task || null,
      branch: null,
      startedAt: content.occurredAt,
      endedAt: null,
    };
    return { nativeId, session: facts, content, notes: notesOn(refused) };
  },
};

/** Session logs, as JSON or Markdown. */
export const LOGS: EpisodeReader = {
  system: IMPORTERS.sessionLogs,
  rules: EXTRACTION_RULES,
  accepts: (name) => /\.(json|md)$/i.test(name),
  *read(file) {
    const found = yield* extractingLog(file);
    if ('problem' in found) throw badFile(found.problem);
    return { nativeId: `episode-${found.session.nativeId}`, ...found };
  },
};

/** Readers by the name stored in a job. */
export const READERS = { adr038: ADR038, logs: LOGS } as const;
export type ReaderName = keyof typeof READERS;

/**
 * The reader of a file. An episode file among session logs is read as what it is: read as a log, it would be stored a second time
 * under another name.
 */
export function readerOfFile(name: ReaderName, text: string): EpisodeReader {
  // A log has its session in an object; this saves parsing most of them twice.
  if (name !== 'logs' || !/^[\s\uFEFF]*\{/.test(text) || !/"session"\s*:\s*"/.test(text)) return READERS[name];
  try {
    const value = parseJson(text);
    return isFields(value) && isEpisodeFile(value) ? ADR038 : LOGS;
  } catch {
    // The reader of logs says what is wrong with it.
    return LOGS;
  }
}

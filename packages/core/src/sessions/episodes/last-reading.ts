import { canonicalJson, type EpisodeContent } from '@twicewise/contract';
import { shortHash } from '@twicewise/ingest';

/** What a file said of an episode when it was last read. Stored with the episode until the next reading. */
export interface LastReading {
  fields: Pick<EpisodeContent, 'task' | 'occurredAt' | 'timeQuality' | 'metrics'>;
  outcome: Pick<EpisodeContent, 'outcome' | 'outcomeSource' | 'outcomeNative'>;
  lessons: string[];
  memoryRefs: EpisodeContent['memoryRefs'];
  /** Hash of `extra`, which holds the whole file: storing it twice would double most of an episode (S1-65). */
  extra: string;
  /** Hashes of its decisions and events. */
  items: string[];
  /** Links as stored in the episode, with the ids of its items here. */
  links: EpisodeContent['links'];
}

/** Hash by which `extra` is compared. */
export function extraHash(extra: EpisodeContent['extra']): string {
  return shortHash(canonicalJson(extra));
}

/** Creates a {@link LastReading}. */
export function lastReading(content: EpisodeContent): LastReading {
  const { task, occurredAt, timeQuality, metrics, extra, outcome, outcomeSource, outcomeNative } = content;
  return {
    fields: { task, occurredAt, timeQuality, metrics },
    outcome: { outcome, outcomeSource, outcomeNative },
    lessons: content.lessons,
    memoryRefs: content.memoryRefs,
    extra: extraHash(extra),
    items: [...content.decisions, ...content.events].map(({ origin }) => origin?.hash ?? ''),
    links: content.links,
  };
}

/** The format of earlier versions, which stored `extra` itself. */
type Earlier = Omit<LastReading, 'fields' | 'extra'> & {
  fields: LastReading['fields'] & Pick<EpisodeContent, 'extra'>;
};

/** The last reading stored with an episode; null when it came from no file. */
export function storedReading(stored: unknown): LastReading | null {
  const reading = stored as LastReading | Earlier | null;
  if (reading === null || 'extra' in reading) return reading;
  const { extra, ...fields } = reading.fields;
  return { ...reading, fields, extra: extraHash(extra) };
}

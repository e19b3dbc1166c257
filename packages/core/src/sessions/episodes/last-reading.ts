import { canonicalJson, type EpisodeContent } from '@twicewise/contract';
import { shortHash } from '@twicewise/ingest';

/** What a file said of an episode when it was read last, kept beside it until the next time. */
export interface LastReading {
  fields: Pick<EpisodeContent, 'task' | 'occurredAt' | 'timeQuality' | 'metrics'>;
  outcome: Pick<EpisodeContent, 'outcome' | 'outcomeSource' | 'outcomeNative'>;
  lessons: string[];
  memoryRefs: EpisodeContent['memoryRefs'];
  /** Hash of `extra`, which holds the whole file: kept twice it would be most of an episode (S1-65). */
  extra: string;
  /** Hashes of its decisions and events. */
  items: string[];
  /** Links as the episode has them: with the ids that its items have here. */
  links: EpisodeContent['links'];
}

/** What `extra` is known by again. */
export function extraHash(extra: EpisodeContent['extra']): string {
  return shortHash(canonicalJson(extra));
}

/** See {@link LastReading}. */
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

/** As it was kept by versions that kept `extra` itself among the fields. */
type Earlier = Omit<LastReading, 'fields' | 'extra'> & {
  fields: LastReading['fields'] & Pick<EpisodeContent, 'extra'>;
};

/** The last reading as it is stored with an episode; null for what no file said. */
export function storedReading(stored: unknown): LastReading | null {
  const reading = stored as LastReading | Earlier | null;
  if (reading === null || 'extra' in reading) return reading;
  const { extra, ...fields } = reading.fields;
  return { ...reading, fields, extra: extraHash(extra) };
}

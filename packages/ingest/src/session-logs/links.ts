import { type EpisodeLink, MAX_LINKS } from '@twicewise/contract';
import { siftLinks } from '../episodes/links.ts';
import { isSameCommit } from './commits.ts';
import type { LogDecision, LogEvent } from './draft.ts';
import { headline, logSentences, sameText } from './texts.ts';

export type DraftItem = LogDecision | LogEvent;

const isDecision = (item: DraftItem): item is LogDecision => 'chosen' in item;
const textsOf = (item: DraftItem) =>
  isDecision(item) ? [item.chosen, item.rationale ?? '', item.context] : [item.content];

/** Links stated in fields: `caused_by`, `leads_to`, `effects`. A name that two items share refers to neither. */
function namedLinks(items: readonly DraftItem[]): EpisodeLink[] {
  const keys = new Map<string, string | null>();
  for (const { nativeId, key } of items) {
    const name = nativeId?.toLowerCase();
    if (name !== undefined) keys.set(name, keys.has(name) ? null : key);
  }
  const linkOf = (from: string | null | undefined, to: string | null | undefined): EpisodeLink[] =>
    from && to ? [{ from, to, relation: 'causes', basis: 'asserted_by_agent' }] : [];
  return items.flatMap(({ key, causedBy, leadsTo }) => [
    ...causedBy.flatMap((name) => linkOf(keys.get(name.toLowerCase()), key)),
    ...leadsTo.flatMap((name) => linkOf(key, keys.get(name.toLowerCase()))),
  ]);
}

/** Words that introduce a cause. What follows must be another item. */
const CAME_FROM = /\b(?:because of|caused by|as a result of|triggered by|due to)\b\s{0,3}([^.;\n]{3,200})/gi;
/** Words before them that deny the cause or only guess at it, with at most a few words in between. */
const NOT_STATED =
  /(?:\b(?:not|never|no longer|neither|nor|unlikely|whether|if|may|might|could|possibly|perhaps|maybe|probably|suspected)|n't)(?:\s{1,3}[a-z]{1,12}){0,6}\s{0,3}$/i;
/** How far before them such words are looked for, in UTF-16 units. */
const BEFORE = 100;
/** Minimum number of letters and digits that tell one item from others. */
const MIN_SHARED = 16;
/** Maximum number of clauses that are looked up, because each is compared with every item. */
const MAX_CLAUSES = 200;

/** The items that a clause refers to: by their name in the log, their commit, or the words of their first line. */
function namedBy(clause: string, items: readonly Known[]): string[] {
  const words = new Set(clause.toLowerCase().match(/[a-z0-9_-]{2,60}/g));
  const said = sameText(clause);
  return items
    .filter(({ name, commit, title }) => {
      if (name !== null && words.has(name)) return true;
      if (commit !== null && [...words].some((word) => /^[0-9a-f]{7,40}$/.test(word) && isSameCommit(word, commit)))
        return true;
      if (title.length < MIN_SHARED || said.length < MIN_SHARED) return false;
      return said.startsWith(title) || title.startsWith(said);
    })
    .map(({ key }) => key);
}

/** The clauses that a sentence states as causes. */
function causesStated(sentence: string): string[] {
  return [...sentence.matchAll(CAME_FROM)].flatMap(({ index, 1: clause = '' }) =>
    NOT_STATED.test(sentence.slice(Math.max(0, index - BEFORE), index)) ? [] : [clause],
  );
}

interface Known {
  key: string;
  name: string | null;
  commit: string | null;
  title: string;
}

/** Links that sentences state. */
function textualLinks(items: readonly DraftItem[]): EpisodeLink[] {
  const known = items.map((item): Known => {
    const title = sameText(headline(isDecision(item) ? item.chosen : item.content));
    const commit = isDecision(item) || item.type !== 'commit' ? null : item.commitSha;
    return { key: item.key, name: item.nativeId?.toLowerCase() ?? null, commit, title };
  });
  const clauses = items.flatMap((item) =>
    textsOf(item)
      .flatMap(logSentences)
      .flatMap(causesStated)
      .map((clause) => ({ to: item.key, clause })),
  );
  return clauses.slice(0, MAX_CLAUSES).flatMap(({ to, clause }) => {
    const causes = namedBy(clause, known).filter((from) => from !== to);
    // A clause that fits several items refers to none of them.
    return causes.length === 1
      ? [{ from: causes[0] as string, to, relation: 'causes' as const, basis: 'textual' as const }]
      : [];
  });
}

/** Order in time between neighbours with exact, different times. It is never a cause (X12). */
function temporalLinks(items: readonly DraftItem[]): EpisodeLink[] {
  const timed = items
    .flatMap(({ key, time }) => (time?.quality === 'exact' ? [{ key, at: time.at }] : []))
    .sort((a, b) => (a.at < b.at ? -1 : a.at === b.at ? 0 : 1));
  return timed.flatMap(({ key, at }, place) => {
    const next = timed[place + 1];
    return next && next.at !== at
      ? [{ from: key, to: next.key, relation: 'precedes' as const, basis: 'temporal' as const }]
      : [];
  });
}

/**
 * The links between the items of a draft that can stand together (R10). Links that the log states take precedence over those from
 * times.
 */
export function linksOf(items: readonly DraftItem[]): EpisodeLink[] {
  const ids = new Set(items.map(({ key }) => key));
  const stated = siftLinks(ids, [...namedLinks(items), ...textualLinks(items)]).kept;
  const all = siftLinks(ids, [...stated, ...temporalLinks(items)]);
  const isContradicted = all.refused.some(({ link, fault }) => fault === 'cycle' && link.basis !== 'temporal');
  return (isContradicted ? stated : all.kept).slice(0, MAX_LINKS);
}

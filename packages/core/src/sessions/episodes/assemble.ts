import {
  AppError,
  type Author,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
  type ParsedInputOf,
  shorten,
} from '@twicewise/contract';
import { FAULT_SAYS, type LinkFault, siftLinks } from '@twicewise/ingest';

type Given = ParsedInputOf<'episode.store'>;
/** Items of an episode and what links them. */
export interface Items {
  decisions: EpisodeDecision[];
  events: EpisodeEvent[];
  links: EpisodeLink[];
}

function refused(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', message: `${message}; nothing was changed.`, hint });
}

const named = (id: string) => JSON.stringify(shorten(id, 64));

/** Ids for items that have none, in their order: d001, d002 …, passing over those that are taken. */
function numbered<T extends { id?: string | undefined }>(
  items: readonly T[],
  letter: string,
  taken: Set<string>,
): (T & { id: string })[] {
  let number = 0;
  const free = () => {
    for (;;) {
      const id = `${letter}${String(++number).padStart(3, '0')}`;
      if (!taken.has(id)) return id;
    }
  };
  return items.map((item) => {
    const id = item.id ?? free();
    taken.add(id);
    return { ...item, id };
  });
}

/** Ids of items that have one. Throws `invalid_input` when two have the same. */
export function requireOwnIds(items: readonly { id?: string | undefined }[]): Set<string> {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (id === undefined) continue;
    if (seen.has(id))
      throw refused(`Two items are called ${named(id)}`, 'Give each decision and event an id of its own, or none.');
    seen.add(id);
  }
  return seen;
}

const HINTS: Record<LinkFault, string> = {
  dangling: 'Name ids of its decisions and events only.',
  own: 'Leave it out.',
  repeated: 'Give it once.',
  contradictory: 'Say either that one causes the other or that it prevents it.',
  cycle: 'Leave out the link that is not so.',
};

/** Links that can stand together. Throws `invalid_input` for any that cannot; one that is given twice counts once. */
export function requireLinks(ids: ReadonlySet<string>, links: readonly EpisodeLink[]): EpisodeLink[] {
  const { kept, refused: bad } = siftLinks(ids, links);
  const found = bad.find(({ fault }) => fault !== 'repeated');
  if (!found) return kept;
  const { link, fault } = found;
  throw refused(`The link ${named(link.from)} ${link.relation} ${named(link.to)} ${FAULT_SAYS[fault]}`, HINTS[fault]);
}

/** A link with how it is known when this author states it. Order in time is that, whoever says it (X12). */
export function statedLink(link: Omit<EpisodeLink, 'basis'>, author: Author): EpisodeLink {
  const asserted = author.kind === 'person' ? 'asserted_by_human' : 'asserted_by_agent';
  return { ...link, basis: link.relation === 'precedes' ? 'temporal' : asserted };
}

/** When an item happened, as we keep it. */
export function momentOf(at: string | null, quality: EpisodeEvent['timeQuality'] | undefined) {
  if (at === null) return { at, timeQuality: 'unknown' as const };
  return { at: new Date(at).toISOString(), timeQuality: quality ?? ('exact' as const) };
}

/** Items as an author gave them → items as they are kept. Throws `invalid_input` for links that cannot be. */
export function assemble(given: Pick<Given, 'decisions' | 'events' | 'links'>, author: Author): Items {
  const taken = requireOwnIds([...given.decisions, ...given.events]);
  const decisions = numbered(given.decisions, 'd', taken);
  const events = numbered(given.events, 'e', taken);
  const link = (from: string, to: string): EpisodeLink => statedLink({ from, to, relation: 'causes' }, author);
  const links = [
    ...given.links.map((one) => statedLink(one, author)),
    ...decisions.flatMap(({ id, effects }) => effects.map((effect) => link(id, effect))),
    ...events.flatMap(({ id, causedBy }) => causedBy.map((cause) => link(cause, id))),
    ...events.flatMap(({ id, leadsTo }) => leadsTo.map((effect) => link(id, effect))),
  ];
  return {
    decisions: decisions.map(({ effects: _effects, at, timeQuality, ...decision }) => ({
      ...decision,
      ...momentOf(at, timeQuality),
      origin: null,
    })),
    events: events.map(({ causedBy: _causedBy, leadsTo: _leadsTo, at, timeQuality, ...event }) => ({
      ...event,
      ...momentOf(at, timeQuality),
      origin: null,
    })),
    links: requireLinks(taken, links),
  };
}

import {
  AppError,
  type Author,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
  NOTHING_CHANGED,
  type ParsedInputOf,
  shorten,
} from '@twicewise/contract';
import { FAULT_SAYS, type LinkFault, siftLinks } from '@twicewise/ingest';

type Given = ParsedInputOf<'episode.store'>;
/** The items of an episode and their links. */
export interface Items {
  decisions: EpisodeDecision[];
  events: EpisodeEvent[];
  links: EpisodeLink[];
}

function refused(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', message, effect: NOTHING_CHANGED, hint });
}

const named = (id: string) => JSON.stringify(shorten(id, 64));

/** Assigns ids to items without one, in order: d001, d002 …, skipping ids that are taken. */
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

/** The ids of items that have one. Throws `invalid_input` for duplicates. */
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

/** Valid links without duplicates. Throws `invalid_input` for an impossible link. */
export function requireLinks(ids: ReadonlySet<string>, links: readonly EpisodeLink[]): EpisodeLink[] {
  const { kept, refused: bad } = siftLinks(ids, links);
  const found = bad.find(({ fault }) => fault !== 'repeated');
  if (!found) return kept;
  const { link, fault } = found;
  throw refused(`The link ${named(link.from)} ${link.relation} ${named(link.to)} ${FAULT_SAYS[fault]}`, HINTS[fault]);
}

/** A link with its basis when this author states it. Order in time stays order in time, whoever states it (X12). */
export function statedLink(link: Omit<EpisodeLink, 'basis'>, author: Author): EpisodeLink {
  const asserted = author.kind === 'person' ? 'asserted_by_human' : 'asserted_by_agent';
  return { ...link, basis: link.relation === 'precedes' ? 'temporal' : asserted };
}

/** The time of an item as it is stored. */
export function momentOf(at: string | null, quality: EpisodeEvent['timeQuality'] | undefined) {
  if (at === null) return { at, timeQuality: 'unknown' as const };
  return { at: new Date(at).toISOString(), timeQuality: quality ?? ('exact' as const) };
}

/** Converts the items that an author gives to stored items. Throws `invalid_input` for impossible links. */
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

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isId, MAX_AT_ONCE, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  type EpisodeFacts,
  episodeFacts,
  episodesNamed,
  latestOperation,
  type ReadableDb,
  seqsOfSession,
  type UnrecordedFacts,
  unrecordedFacts,
  unrecordedNamed,
} from '@twicewise/store';
import type { Services } from '../../runtime/services.ts';
import { matchingEpisodes } from '../episodes/list-episodes.ts';
import { matchingUnrecorded } from '../unrecorded.ts';

/** Sessions that a person chose, and what to do to each. */
export type AskedChange = Pick<ParsedInputOf<'episode.changeMany'>, 'selection' | 'change'>;

/** Sessions read before yielding: unrecorded ones may have many attempts. */
const PER_TURN = { episodes: 256, sessions: 32 };
const EXAMPLES = 5;

/** The selected sessions, each list ascending. All records are numbered by one counter, so a `seq` is in one of the lists only. */
export interface Selected {
  /** `seq` of episodes. */
  episodes: readonly number[];
  /** `seq` of unrecorded sessions. */
  sessions: readonly number[];
  /** Number of ids that name neither. */
  missing: number;
}

/** Sessions in the order in which they were stored. */
const bySeq = <T extends { seq: number }>(rows: readonly T[]) => rows.toSorted((a, b) => a.seq - b.seq);

/** An id of a session that has an episode means the episode. */
function named(db: ReadableDb, given: readonly string[]): Selected {
  const ids = [...new Set(given)];
  const episodes = bySeq(episodesNamed(db, ids));
  const sessions = bySeq(
    unrecordedNamed(
      db,
      ids.filter((id) => isId('session', id)),
    ),
  );
  const known = new Set([...episodes.flatMap(({ id, sessionId }) => [id, sessionId]), ...sessions.map(({ id }) => id)]);
  return {
    episodes: episodes.map(({ seq }) => seq),
    sessions: sessions.map(({ seq }) => seq),
    missing: ids.filter((id) => !known.has(id)).length,
  };
}

/** The sessions that are selected now. */
export async function selectedSessions(selection: AskedChange['selection'], services: Services): Promise<Selected> {
  if ('ids' in selection) return named(services.db(), selection.ids);
  const { unrecorded, ...filters } = selection.filters;
  return {
    episodes: await matchingEpisodes(filters, services),
    sessions: unrecorded ? await matchingUnrecorded(filters, services) : [],
    missing: 0,
  };
}

/** A selected session: its episode, or itself where it is unrecorded. */
export type ChosenSession =
  | ({ kind: 'episode' } & Pick<EpisodeFacts, keyof UnrecordedFacts>)
  | ({ kind: 'session' } & UnrecordedFacts);

/** The selected sessions, those with an episode first; those that are gone, or got an episode, are left out. */
export function chosenSessions(
  db: ReadableDb,
  { episodes = [], sessions = [] }: Partial<Pick<Selected, 'episodes' | 'sessions'>>,
): ChosenSession[] {
  return [
    ...episodeFacts(db, episodes).map((facts) => ({ kind: 'episode' as const, ...facts })),
    ...unrecordedFacts(db, sessions).map((facts) => ({ kind: 'session' as const, ...facts })),
  ];
}

/** Whether the change would change a session. */
export const isChanged = ({ kind }: AskedChange['change'], { isDeleted }: ChosenSession) =>
  (kind === 'restore') === isDeleted;

/** The attempts and turns of a session by which it is in the bin or outside, and all of them in a text that tells them from others. */
function attemptsAndTurnsOf(db: ReadableDb, { id, isDeleted }: ChosenSession) {
  const [attempts, turns] = (['attempt', 'turn'] as const).map((kind) => ({
    outside: seqsOfSession(db, kind, id, 'exclude'),
    inBin: seqsOfSession(db, kind, id, 'only'),
  }));
  const place = isDeleted ? 'inBin' : 'outside';
  const state = JSON.stringify([attempts, turns]);
  return { attempts: attempts?.[place].length ?? 0, turns: turns?.[place].length ?? 0, state };
}

/** What a change would do to sessions, and a digest of these as they are. */
export class SessionsEffect {
  readonly #asked: AskedChange;
  readonly #hash;
  readonly #changing: Pick<ChosenSession, 'seq' | 'id' | 'task'>[] = [];
  readonly #missing: number;
  readonly #unrecorded = { sessions: 0, attempts: 0, turns: 0 };
  #matches = 0;
  /** Episodes, attempts and turns that are selected. */
  #records = 0;
  #changes = 0;

  constructor(asked: AskedChange, { missing }: Selected) {
    this.#asked = asked;
    this.#missing = missing;
    this.#hash = createHash('sha256').update(JSON.stringify([asked.change, missing]));
  }

  add(db: ReadableDb, one: ChosenSession): void {
    const changes = isChanged(this.#asked.change, one);
    const own = one.kind === 'session' ? attemptsAndTurnsOf(db, one) : null;
    const records = own ? own.attempts + own.turns : 1;
    this.#hash.update(`${one.seq}:${own?.state ?? one.revision};`);
    this.#matches++;
    this.#records += records;
    if (!changes) return;
    this.#changes += records;
    this.#changing.push({ seq: one.seq, id: one.id, task: one.task });
    if (!own) return;
    this.#unrecorded.sessions++;
    this.#unrecorded.attempts += own.attempts;
    this.#unrecorded.turns += own.turns;
  }

  /** The whole; afterwards nothing can be added. `records`: how many episodes, attempts and turns would change. */
  end() {
    const changing = bySeq(this.#changing);
    const preview: OutputOf<'episode.previewMany'> = {
      matches: this.#matches,
      changes: changing.length,
      already: this.#matches - changing.length,
      missing: this.#missing,
      unrecorded: this.#unrecorded,
      examples: changing
        .slice(-EXAMPLES)
        .map(({ id, task }) => ({ id, task }))
        .toReversed(),
      asJob: this.#records > MAX_AT_ONCE,
      digest: this.#hash.digest('base64url'),
    };
    return { preview, records: this.#changes };
  }
}

/** A change that was looked at before it is made. */
export interface PreparedChange extends AskedChange {
  selected: Selected;
  preview: OutputOf<'episode.previewMany'>;
  records: number;
  /** Whatever changes after the preview is changed by a later operation. */
  newest: number;
}

/** Examines every selected session; yields to other work in between. */
export async function prepareChange(asked: AskedChange, services: Services): Promise<PreparedChange> {
  const newest = latestOperation(services.db());
  const selected = await selectedSessions(asked.selection, services);
  const effect = new SessionsEffect(asked, selected);
  for (const kind of ['episodes', 'sessions'] as const) {
    for (let from = 0; from < selected[kind].length; from += PER_TURN[kind]) {
      const db = services.db();
      for (const one of chosenSessions(db, { [kind]: selected[kind].slice(from, from + PER_TURN[kind]) })) {
        effect.add(db, one);
      }
      await nextTurn();
    }
  }
  return { ...asked, selected, newest, ...effect.end() };
}

import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Turn, TurnRow } from '@twicewise/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { turn as oneTurn, turnsOfSession } from '../../data/queries/turns.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { TurnDetails } from '../../groups/Turns/TurnDetails.tsx';
import { TurnHead } from '../../groups/Turns/TurnHead.tsx';
import { focusSlider, TurnStrip } from '../../groups/Turns/TurnStrip.tsx';
import { useCommands } from '../../state/commands.tsx';
import { turns as words } from '../../strings/turns.ts';
import { BinnedTurns } from './BinnedTurns.tsx';
import { ComparedPartText, PartText } from './PartText.tsx';
import { TurnLessons } from './TurnLessons.tsx';

/** A turn is read once the slider rests on it for this long, in milliseconds: dragging passes hundreds. */
const REST_MS = 120;

/** The value once it has stayed the same for a while. The first one counts at once. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Turns that are read without being asked for: with fewer read, neither the last one nor one that is linked to can be shown. */
const MOST_READ = 5000;

interface WholeProps {
  row: TurnRow;
  /** The turn before it in the session. */
  previous: TurnRow | undefined;
  /** The turn that is shown once this one is in the bin. */
  neighbour: TurnRow | undefined;
  turnOf: (id: string) => TurnRow | undefined;
  onTurn: (id: string) => void;
  /** Goes to a turn that this one names. */
  onLink: (id: string) => void;
  onLesson: (lessonId: string) => void;
  /** Called when the turn left the strip, and the button that had the focus with it. */
  onGone: () => void;
}

function Details({ turn, before, ...props }: WholeProps & { turn: Turn; before: Turn | null | undefined }) {
  const { row, previous, neighbour, turnOf, onTurn, onLink, onLesson, onGone } = props;
  const { run } = useCommands();
  const remove = async () => {
    if (!(await run('turn.delete', { id: turn.id }, words.done.deleted(row))).ok) return;
    if (neighbour) onTurn(neighbour.id);
    onGone();
  };
  const { parts } = turn.content;
  const known = before && previous ? { turn: previous, parts: before.content.parts } : undefined;
  return (
    <TurnDetails
      turn={turn}
      before={before === null ? null : known}
      compared={(part) => <ComparedPartText id={turn.id} beforeId={previous?.id} compared={part} />}
      text={(part) => <PartText id={turn.id} part={part} />}
      turnOf={turnOf}
      onTurn={onLink}
      lessons={<TurnLessons parts={parts} onLesson={onLesson} />}
      onRemove={() => void remove()}
      onBringBack={() => void run('turn.restore', { id: turn.id }, words.done.broughtBack(row))}
    />
  );
}

function Whole(props: WholeProps) {
  const { row, previous } = props;
  const client = useClient();
  const query = useQuery(oneTurn(client, row.id));
  const before = useQuery({
    ...oneTurn(client, previous?.id ?? ''),
    ...(previous === undefined ? { queryFn: skipToken } : {}),
  });
  const { data, error } = query;
  if (!data) {
    return error ? (
      <QueryFailure title={words.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.loading}</p>
    );
  }
  return <Details {...props} turn={data} before={previous === undefined ? null : before.data} />;
}

interface TurnsPartProps extends Pick<WholeProps, 'onLesson' | 'onGone'> {
  sessionId: string;
  /** The shown turn; undefined for the last one. */
  turnId: string | undefined;
  onTurn: (id: string) => void;
}

function None({ sessionId }: { sessionId: string }) {
  const { data } = useInfiniteQuery(turnsOfSession(useClient(), sessionId, 'only'));
  if (itemsOf(data?.pages ?? []).length > 0) return <p className="text-ink-2">{words.allInBin}</p>;
  return (
    <>
      <p className="text-ink-2">{words.none}</p>
      <p className="max-w-[72ch] text-ink-3 text-small">{words.noneHint}</p>
    </>
  );
}

/** The sum of what is known; null where nothing is. */
function knownSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Goes through the turns of a session: a strip of all of them, and the turn that is chosen there. */
function Machine({
  turns,
  turnId,
  onTurn,
  ...ways
}: Omit<TurnsPartProps, 'sessionId'> & { turns: readonly TurnRow[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const rested = useRested(chosen);
  const sent = useRef<string | null>(null);
  // The link follows the slider; where the link leads elsewhere, the slider follows the link. Until the link has changed the slider
  // stays where it is: the next key begins there.
  useEffect(() => {
    if (rested === turnId) setChosen((now) => (now === rested ? null : now));
    else if (rested !== null && rested !== sent.current) onTurn(rested);
    sent.current = rested;
  }, [rested, turnId, onTurn]);
  const places = useMemo(() => new Map(turns.map(({ id }, place) => [id, place])), [turns]);
  // The turn that was the last one when the part was opened stays, so that a new one does not take its place while it is read.
  const [opened] = useState(() => turns.at(-1)?.id ?? '');
  const shownPlace = places.get(turnId ?? '') ?? places.get(opened) ?? turns.length - 1;
  const place = places.get(chosen ?? '') ?? shownPlace;
  const shown = turns[shownPlace];
  const row = turns[place];
  if (!row || !shown) return null;
  const onPlace = (to: number) => {
    const next = turns[Math.min(Math.max(to, 0), turns.length - 1)];
    if (next) setChosen(next.id);
  };
  const isShown = shown.id === row.id;
  const given = turns.reduce((sum, { contextTokens }) => sum + contextTokens, 0);
  return (
    <>
      <p className="mb-2 text-ink-2">
        {words.total(turns.length, given, knownSum(turns.map(({ outputTokens }) => outputTokens)))}
      </p>
      <TurnStrip turns={turns} place={place} onPlace={onPlace} />
      <TurnHead turn={row} place={place} of={turns.length} onPlace={onPlace} />
      <div aria-busy={!isShown} className={isShown ? '' : 'opacity-60'}>
        <Whole
          key={shown.id}
          row={shown}
          previous={turns[shownPlace - 1]}
          neighbour={turns[shownPlace + 1] ?? turns[shownPlace - 1]}
          turnOf={(id) => turns[places.get(id) ?? -1]}
          onTurn={onTurn}
          onLink={(id) => {
            onTurn(id);
            // The link goes with the turn that it stands in.
            focusSlider();
          }}
          {...ways}
        />
      </div>
    </>
  );
}

/** The turns of the open session. */
export function TurnsPart({ sessionId, ...props }: TurnsPartProps) {
  const query = useInfiniteQuery(turnsOfSession(useClient(), sessionId));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const turns = useMemo(() => (data ? itemsOf(data.pages) : []), [data]);
  const isReading = hasNextPage && turns.length < MOST_READ && !error;
  useEffect(() => {
    if (isReading && !isFetchingNextPage) void fetchNextPage();
  }, [isReading, isFetchingNextPage, fetchNextPage]);
  if (!data || isReading) {
    return error ? (
      <QueryFailure title={words.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.loading}</p>
    );
  }
  return (
    <>
      {turns.length === 0 ? <None sessionId={sessionId} /> : <Machine turns={turns} {...props} />}
      {hasNextPage && (
        <Button className="mt-3" onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
      <BinnedTurns sessionId={sessionId} onGone={props.onGone} />
    </>
  );
}

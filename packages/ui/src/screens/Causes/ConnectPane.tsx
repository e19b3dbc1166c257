import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CausalNode, CausalRelation, Failure, InputOf } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { isNode } from '../../data/causes-view.ts';
import { isGone, useClient } from '../../data/client.ts';
import { causalEdge, causalNode, nodesBySession } from '../../data/queries/causes.ts';
import { readSessions } from '../../data/sessions-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { ConnectForm } from '../../groups/Causes/ConnectForm.tsx';
import { type JustConnected, SessionNodes } from '../../groups/Causes/SessionNodes.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../../state/commands.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import { named } from '../../strings/numbers.ts';
import type { Causes } from './use-causes.ts';

const words = causesWords.connect;

/** Both ends that were chosen so far. */
function useEnds({ view: { project, ask, from, to } }: Causes) {
  const client = useClient();
  const id = (end: string | undefined) => (ask === 'connect' && isNode(end) ? end : undefined);
  const cause = useQuery(causalNode(client, id(from), project)).data;
  const effect = useQuery(causalNode(client, id(to), project)).data;
  return { cause: id(from) ? cause : undefined, effect: id(to) ? effect : undefined };
}

/** What was connected here last, for as long as it is so; and how to say so. */
function useConnected({ view: { project } }: Causes) {
  const [id, setId] = useState<string | null>(null);
  const { data, error } = useQuery({ ...causalEdge(useClient(), id ?? '', project), enabled: id !== null });
  return [id === null || isGone(error) ? undefined : data, setId] as const;
}

interface ConnectListProps {
  causes: Causes;
  connected?: JustConnected | undefined;
  /** The item of the session that was connected last, to which the way back leads. */
  item?: string | undefined;
}

/** What sessions hold, the newest session first: the first choice is the cause, the second its effect. */
export function ConnectList({ causes, connected, item }: ConnectListProps) {
  const { view, change } = causes;
  const query = useInfiniteQuery(nodesBySession(useClient(), view.project, view.session));
  const list = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const toSession = (episode: string | undefined) =>
    void navigate({ to: '/sessions', search: readSessions({ project: view.project, episode, item }) });
  const isConnecting = view.ask === 'connect';
  const [cause, effect] = isConnecting ? [view.from, view.to] : [];
  const choose = ({ id }: CausalNode) => {
    if (id === cause) return change({ from: undefined, to: undefined }, { replace: true });
    if (cause === undefined) return change({ ask: 'connect', from: id, to: undefined }, { replace: isConnecting });
    change({ to: id === effect ? undefined : id }, { replace: true });
  };
  const isLoaded = query.data !== undefined;
  // The list of the start continues here, where its row has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useEffect(() => {
    if (!isLoaded || !isConnecting) return;
    const row = cause === undefined ? '[data-row]' : `[data-node="${cause}"]`;
    list.current?.querySelector<HTMLElement>(row)?.focus();
  }, [isLoaded]);
  if (query.error && !query.data) return <QueryFailure title={causesWords.failed} query={query} />;
  if (!query.data) return <Loading text={causesWords.loading} />;
  const sessions = query.data.pages.flatMap(({ items }) => items);
  const ofSession = view.session && (
    <div className="-ml-2.5 flex gap-2">
      <Button tone="quiet" onClick={() => toSession(view.session)}>
        {words.back}
      </Button>
      <Button tone="quiet" onClick={() => change({ session: undefined }, { replace: true })}>
        {words.all}
      </Button>
    </div>
  );
  if (sessions.length === 0) return <Message title={view.session ? words.noneOfIt : words.none}>{ofSession}</Message>;
  return (
    <>
      <SessionNodes
        sessions={sessions}
        cause={cause}
        effect={effect}
        connected={connected}
        listRef={list}
        onChoose={choose}
      />
      {ofSession || <p className="max-w-[80ch] text-ink-3 text-small">{words.rest}</p>}
      {query.hasNextPage && (
        <Button tone="quiet" className="self-start" onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}

/** What is to be done next. */
function nextStep(cause: CausalNode | undefined, effect: CausalNode | undefined, connected: JustConnected | undefined) {
  if (cause && effect) return words.how;
  if (cause) return words.second(cause.label);
  return connected
    ? words.next(connected.from.label, causesWords.relations[connected.edge.relation], connected.to.label)
    : words.text;
}

const sentence = (from: CausalNode, relation: CausalRelation, to: CausalNode) =>
  causesWords.table.edge(from.label, causesWords.relations[relation], to.label);

/** Connects two things that sessions hold by a person's word. */
export function ConnectPane({ causes }: { causes: Causes }) {
  const { view, change } = causes;
  const { attempt } = useCommands();
  const { cause, effect } = useEnds(causes);
  const [connected, setConnected] = useConnected(causes);
  const [item, setItem] = useState<string | undefined>();
  const list = useRef<HTMLDivElement>(null);
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-node="${id}"]`);
  const toRow = (id: string) => setTimeout(() => rowOf(id)?.focus());
  const isChosen = cause !== undefined && effect !== undefined;
  // The form below takes room from the list, in which no row moves unless the form would cover what was just chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (isChosen && view.to) rowOf(view.to)?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const connect = async (said: Pick<InputOf<'causal.assert'>, 'relation' | 'note'>): Promise<Failure | null> => {
    if (!cause || !effect) return null;
    const project = view.project ?? cause.mentions[0]?.episode.projectId;
    const input = { ...(project ? { projectId: project } : {}), from: cause.node.id, to: effect.node.id, ...said };
    const name = sentence(cause.node, said.relation, effect.node);
    const answer = await attempt('causal.assert', input, ({ isFirst }) => named(words.done(isFirst), name));
    if (!answer.ok) return answer.error;
    setConnected(answer.value.edge?.id ?? null);
    setItem(effect.mentions.find(({ episode }) => episode.id === view.session)?.itemId ?? undefined);
    change({ from: undefined, to: undefined }, { replace: true });
    toRow(effect.node.id);
    return null;
  };
  return (
    <section aria-label={words.title} className="flex min-h-0 min-w-0 grow flex-col bg-reading">
      <div className="border-line border-b px-4 py-3">
        {/* Two lines in any case: a longer text must not move the rows either. */}
        <p role="status" className="line-clamp-2 min-h-[2lh] max-w-[80ch] text-ink-2">
          {nextStep(cause?.node, effect?.node, connected)}
        </p>
      </div>
      <div ref={list} className="flex min-h-0 grow flex-col gap-2 overflow-y-auto p-4">
        <ConnectList causes={causes} connected={connected} item={connected && item} />
      </div>
      {isChosen && (
        <ConnectForm
          // Another pair starts anew.
          key={`${cause.node.id} ${effect.node.id}`}
          cause={cause.node}
          effect={effect.node}
          onSwap={() => change({ from: effect.node.id, to: cause.node.id }, { replace: true })}
          onConnect={connect}
          onLeave={() => {
            change({ to: undefined }, { replace: true });
            toRow(effect.node.id);
          }}
        />
      )}
    </section>
  );
}

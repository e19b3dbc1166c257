import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { List } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  askPatch,
  type CausesPatch,
  type CausesView,
  isMap,
  isNode,
  isStart,
  narrowsEdges,
} from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { causesOverview } from '../../data/queries/causes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Message } from '../../elements/Message/Message.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { fetchMap } from '../../graph/ahead.ts';
import { MapFilters } from '../../groups/Causes/MapFilters.tsx';
import { useHasRoom, useMedia } from '../../lists/use-media.ts';
import { WaysToAdd } from '../../panes/WaysToAdd.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { causes as words } from '../../strings/causes.ts';
import { CauseListPane } from './CauseListPane.tsx';
import { ConnectPane } from './ConnectPane.tsx';
import { MapPane } from './MapPane.tsx';
import { PanelPane } from './PanelPane.tsx';
import { PatternsPane } from './PatternsPane.tsx';
import { QuestionPane } from './QuestionPane.tsx';
import { SavedCauses } from './SavedCauses.tsx';
import { StartPane } from './StartPane.tsx';
import { type Causes, type Drawn, useCauses } from './use-causes.ts';

type Shown = keyof typeof words.views.names;
const SHOWN = (Object.keys(words.views.names) as Shown[]).map((value) => ({
  value,
  label: words.views.names[value],
  icon: words.views.names[value],
}));

function shownOf(view: CausesView): Shown {
  if (isMap(view)) return 'map';
  return view.ask === 'connect' || view.ask === 'patterns' ? view.ask : 'questions';
}

/** How much of what is known is drawn, and what the rest is, where that is known without counting. */
function Total({ view, drawn, total }: { view: CausesView; drawn: Drawn; total: number }) {
  const { nodes, notShown } = drawn.picture;
  const { chosen, alone } = drawn.hidden;
  const isPart = drawn.middle !== null || narrowsEdges(view) || drawn.only !== null || view.open;
  const isWhole = nodes.length + drawn.hiddenBy.size === total;
  const most = !isPart && notShown > 0 ? words.map.most : '';
  const rest = isPart || isWhole || notShown > 0 ? '' : nodes.length > 0 ? words.map.rest : words.map.restOfNone;
  const why = [most, chosen > 0 ? words.map.notDrawn(chosen, alone) : '', rest].filter(Boolean).join(', ');
  const text = `${words.map.shown(nodes.length, total)}${why && (isPart ? `, ${why}` : `: ${why}`)}`;
  // In one line, whatever is said: the map below must not move when a node is hidden.
  return (
    <p title={text} className="min-w-0 grow basis-56 truncate text-right text-ink-3 text-small tabular-nums">
      {text}
    </p>
  );
}

/** The start has no filters: it is not a map. */
const EVERYTHING = { relation: undefined, basis: undefined, weight: undefined, since: undefined, until: undefined };

/** From this width on the panel is beside the list and the map; below it, the panel is shown in the place of the list. */
const ROOMY = window.matchMedia('(min-width: 1360px)');

/** The question that was left for the map or another tab, as the change that shows just that again; null where there is none. */
function useLastQuestion(view: CausesView): CausesPatch | null {
  const [last, setLast] = useState<CausesView | null>(null);
  useEffect(() => {
    if (isStart(view)) setLast(null);
    else if (shownOf(view) === 'questions') setLast(view);
  }, [view]);
  if (last === null || last.project !== view.project) return null;
  const others = Object.fromEntries(Object.keys(view).map((part) => [part, undefined]));
  // What was hidden or shown again since stays so.
  return { ...others, ...last, hide: view.hide };
}

function Header({ causes, onList }: { causes: Causes; onList: (() => void) | null }) {
  const { view, change, middle, drawn } = causes;
  const asked = useLastQuestion(view);
  const begin = () => middle(undefined, { ...EVERYTHING, map: undefined, q: undefined });
  const show = (shown: Shown) => {
    if (shown === 'questions') return asked ? change(asked) : begin();
    // Two things are chosen anew: what a question was about is no choice of a cause.
    if (shown === 'connect') return change({ ...askPatch(view, shown), from: undefined, to: undefined });
    if (shown !== 'map') return change(askPatch(view, shown));
    const { ask: _ask, ...left } = askPatch(view, undefined);
    const rest = { ...left, ask: undefined, from: undefined, to: undefined };
    // What an answer is about, or was looked at in it, is what its reader wants to see among the others.
    const about = view.at ?? (causes.isStale ? null : drawn?.subject) ?? (isNode(view.from) ? view.from : null);
    if (about && shownOf(view) === 'questions') return middle(about, rest);
    change({ ...rest, map: view.node ? undefined : true });
  };
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 py-1.5">
      <h1 className="font-semibold text-read">{words.title}</h1>
      <Segmented
        label={words.views.label}
        options={SHOWN}
        value={shownOf(view)}
        onChange={show}
        // From an answer back to all that can be asked.
        onAgain={() => view.ask !== undefined && shownOf(view) === 'questions' && begin()}
        wraps
      />
      <SavedCauses view={view} />
      {/* After what is always there, which must not move when it comes. */}
      {onList && (
        <Button tone="quiet" onClick={onList}>
          <List size={14} aria-hidden />
          {words.list.back}
        </Button>
      )}
      {drawn?.total && isMap(view) && <Total view={view} drawn={drawn} total={drawn.total.nodes} />}
      {isMap(view) && <MapFilters view={view} onChange={change} />}
    </header>
  );
}

/** The middle pane: the start, the map, a question with its answer, or patterns. */
function Middle({ causes, hasList }: { causes: Causes; hasList: boolean }) {
  const { ask } = causes.view;
  if (isStart(causes.view)) return <StartPane causes={causes} />;
  if (ask === 'connect') return <ConnectPane causes={causes} />;
  if (ask === 'patterns') return <PatternsPane causes={causes} />;
  return ask ? <QuestionPane ask={ask} causes={causes} hasList={hasList} /> : <MapPane causes={causes} />;
}

function Panes({ causes }: { causes: Causes }) {
  const { view, change, middle, node, drawn } = causes;
  const isRoomy = useMedia(ROOMY);
  const isWide = useHasRoom();
  const isAlone = view.ask === 'patterns' || view.ask === 'connect' || isStart(view);
  const looksAt = !isAlone && (node !== null || view.edge !== undefined);
  const hasList = !isAlone && (isRoomy || !(looksAt || view.ask));
  // In the place of the list, and as wide: the map, its tools and its table stay where they are.
  const isForList = !isRoomy && isWide && !view.ask;
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    if (view.edge) return change({ edge: undefined });
    if (view.at) return change({ at: undefined });
    if (view.only && drawn?.only) return change({ only: undefined });
    if (view.pattern) return change({ pattern: undefined });
    if (view.chain) return change({ chain: undefined });
    if (view.ask) return change({ ask: undefined, from: undefined, to: undefined });
    if (isStart(view)) return false;
    if (!view.node) return change({ map: undefined, q: undefined });
    middle(undefined, { map: true });
    setTimeout(() => list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus());
  };
  useAction('back', close);
  const panel = looksAt && (
    <aside
      key="panel"
      aria-label={view.edge ? words.edge.label : words.node.label}
      tabIndex={-1}
      data-place="panel"
      className={clsx(
        'shrink-0 overflow-y-auto border-line bg-reading focus-visible:outline-none min-[1360px]:w-85',
        'max-[880px]:w-full max-[880px]:overflow-visible max-[880px]:border-0',
        isForList ? 'w-72 border-r' : 'w-75 border-l',
      )}
    >
      <PanelPane causes={causes} />
    </aside>
  );
  const listed = hasList && (
    <div
      key="list"
      ref={list}
      className="flex min-h-60 w-72 shrink-0 flex-col border-line border-r max-[880px]:w-full max-[880px]:border-0"
    >
      <CauseListPane {...causes} />
    </div>
  );
  // One below the other the map comes first: the list may be longer than many windows.
  return (
    <div className="flex h-full flex-col">
      <Header causes={causes} onList={hasList || isAlone || view.ask ? null : () => middle(undefined)} />
      <div className="flex min-h-0 grow max-[880px]:flex-col max-[880px]:overflow-y-auto">
        {isWide && listed}
        {isForList && panel}
        <Middle causes={causes} hasList={hasList} />
        {!isForList && panel}
        {!isWide && listed}
      </div>
    </div>
  );
}

/** Causes: what led to what over all sessions, how that is known, and what disputes it; while nothing is known, where it comes from. */
export function CausesScreen() {
  const causes = useCauses();
  useEffect(fetchMap, []);
  const begins = isStart(causes.view) && causes.view.project === undefined;
  const { data } = useQuery({ ...causesOverview(useClient(), undefined), enabled: begins });
  const isEmpty = begins && data?.total.nodes === 0;
  if (!isEmpty) return <Panes causes={causes} />;
  return (
    <Page>
      <h1 className="font-semibold text-title">{words.title}</h1>
      <Message inPage title={words.empty.nothing} text={`${words.empty.text} ${words.empty.begin}`}>
        <WaysToAdd />
        <Button tone="quiet" onClick={() => causes.change({ ask: 'patterns' })}>
          {words.empty.patterns}
        </Button>
      </Message>
    </Page>
  );
}

import { Ellipsis } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Menu } from '../../elements/Menu/Menu.tsx';
import type { Point } from '../../graph/layout.ts';
import { useAction, useActionRunner } from '../../state/action-registry.tsx';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { NODE_MENU } from '../../state/node-menu.ts';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';
import { ActionGroups } from '../ActionMenu/ActionGroups.tsx';

const words = causes.node;
const { hint } = strings.shortcuts;

/** The actions on a node; an absent one does not apply here. */
export interface NodeDeeds {
  onExpand?: (() => void) | undefined;
  onCollapse?: (() => void) | undefined;
  onMiddle?: (() => void) | undefined;
  /** True in an answer, which has no middle: there the node is shown on the map of all. */
  isInAnswer: boolean;
  /** Hides the node, or shows it again. */
  onHide?: (() => void) | undefined;
  isHidden: boolean;
  onPin?: (() => void) | undefined;
  isPinned: boolean;
  /** Shows only the node and its neighbours, or all again. */
  onFocus?: (() => void) | undefined;
  isFocus: boolean;
  onWhy: () => void;
  onPath: () => void;
  onWhatIf: () => void;
  onSimilar: () => void;
  /** Opens the form for a cause or an effect, where that is not in the panel of the node anyway. */
  onCause?: (() => void) | undefined;
  onEffect?: (() => void) | undefined;
}

interface Offer {
  name: string;
  onDo: () => void;
}
type Offers = ReadonlyMap<ActionId, Offer>;

function offersOf(deeds: NodeDeeds, isDecision: boolean): Offers {
  // Some keys do and undo; a button says which of the two it does.
  const all: [id: ActionId, onDo: (() => void) | undefined, name?: string][] = [
    ['nodeWhy', deeds.onWhy],
    ['nodePath', deeds.onPath],
    ['nodeWhatIf', isDecision ? deeds.onWhatIf : undefined],
    ['nodeSimilar', isDecision ? deeds.onSimilar : undefined],
    ['nodeCause', deeds.onCause],
    ['nodeEffect', deeds.onEffect],
    ['nodeOnly', deeds.onFocus, deeds.isFocus ? words.all : words.only],
    ['nodeExpand', deeds.onExpand],
    ['nodeCollapse', deeds.onCollapse],
    ['nodeMiddle', deeds.onMiddle, deeds.isInAnswer ? words.onMap : words.middle],
    ['nodePin', deeds.onPin, deeds.isPinned ? words.unpin : words.pin],
    ['nodeHide', deeds.onHide, deeds.isHidden ? causes.list.show : words.hide],
  ];
  return new Map(all.flatMap(([id, onDo, name = ACTIONS[id].title]) => (onDo ? [[id, { name, onDo }]] : [])));
}

interface OfferedProps {
  id: ActionId;
  /** False where the key is left to others. */
  onDo: () => unknown;
  why: string | null;
  /** What its key does now, in a word. */
  does?: string | undefined;
}

/** Offers an action elsewhere too: by key, in the palette, and in the menu of the node. */
function Offered({ id, onDo, why, does }: OfferedProps) {
  useAction(id, onDo, why ?? true, does);
  return null;
}

interface DeedsMenuProps extends Pick<ComponentProps<typeof Menu>, 'label' | 'align' | 'trigger'> {
  offers: Offers;
  opened: readonly [boolean, (open: boolean) => void];
}

/** Actions in the groups and the order of the menu of a node. */
function DeedsMenu({ offers, ...menu }: DeedsMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const run = () => {
    chosen.current?.();
    chosen.current = null;
  };
  return (
    // A question takes the focus to its field, so it comes after that has returned from the menu.
    <Menu {...menu} onClosed={run}>
      <ActionGroups
        groups={NODE_MENU.map((group) => group.filter((id) => offers.has(id)))}
        nameOf={(id) => offers.get(id)?.name ?? ''}
        onChoose={(id) => {
          chosen.current = offers.get(id)?.onDo ?? null;
        }}
      />
    </Menu>
  );
}

/** The rest of the actions of a panel. */
function More({ offers }: { offers: Offers }) {
  const opened = useState(false);
  const trigger = (
    <IconButton label={words.more}>
      <Ellipsis size={15} aria-hidden />
    </IconButton>
  );
  return (
    offers.size > 0 && <DeedsMenu label={words.more} align="end" offers={offers} opened={opened} trigger={trigger} />
  );
}

interface NodeMenuProps {
  deeds: NodeDeeds;
  isDecision: boolean;
  /** What the registry offers besides, about the map or the panel of the node. */
  also: readonly ActionId[];
  /** Where in the window it opens. */
  at: Point;
  opened: DeedsMenuProps['opened'];
}

/** The menu of a node where it was asked for: under the pointer, or at the node. */
export function NodeMenu({ deeds, isDecision, also, at, opened }: NodeMenuProps) {
  const { run } = useActionRunner();
  const others = also.map((id): [ActionId, Offer] => [id, { name: ACTIONS[id].title, onDo: () => run(id) }]);
  return (
    <DeedsMenu
      label={strings.actions.more}
      offers={new Map([...others, ...offersOf(deeds, isDecision)])}
      opened={opened}
      trigger={<span aria-hidden className="fixed" style={{ left: at.x, top: at.y }} />}
    />
  );
}

/** The map hears Enter itself, and leaves it to a button that has the focus: here it is only named. */
const leaveToMap = () => false;

/** What the keys that do and undo would do now, and Enter. */
function keysNow({ isFocus, isPinned, onExpand, onCollapse }: NodeDeeds) {
  const doesNow: Partial<Record<ActionId, string>> = {
    nodeOnly: isFocus ? hint.leaveFocus : hint.focus,
    nodePin: isPinned ? hint.unpin : hint.pin,
  };
  const opening = onExpand ? hint.expand : onCollapse && hint.collapse;
  return { doesNow, opening };
}

/** What is done most with a node, in one line: the question why, its neighbours, its surroundings; the rest is in a menu. */
export function NodeDeedsBar({ deeds, isDecision }: { deeds: NodeDeeds; isDecision: boolean }) {
  const offers = offersOf(deeds, isDecision);
  // The way out of a focus is a longer name, beside which there is no room.
  const shown: ActionId[] = deeds.isFocus
    ? ['nodeWhy', 'nodeOnly']
    : ['nodeWhy', 'nodeExpand', 'nodeCollapse', 'nodeOnly'];
  if (deeds.isHidden) shown.push('nodeHide');
  const rest = new Map([...offers].filter(([id]) => !shown.includes(id)));
  const { doesNow, opening } = keysNow(deeds);
  return (
    <div className="flex flex-wrap gap-1 px-4 pb-3">
      {[...offers].map(([id, { onDo }]) => (
        <Offered
          key={id}
          id={id}
          onDo={onDo}
          // Its name everywhere is to hide.
          why={id === 'nodeHide' && deeds.isHidden ? words.isHidden : null}
          does={doesNow[id]}
        />
      ))}
      {opening && <Offered id="expandOrCollapse" onDo={leaveToMap} why={null} does={opening} />}
      {shown.map((id) => {
        const offer = offers.get(id);
        return (
          offer && (
            <Button key={id} tone={id === 'nodeWhy' ? 'solid' : 'quiet'} onClick={offer.onDo}>
              {offer.name}
            </Button>
          )
        );
      })}
      <span className="ml-auto">
        <More offers={rest} />
      </span>
    </div>
  );
}

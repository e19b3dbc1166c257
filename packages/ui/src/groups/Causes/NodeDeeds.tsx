import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Menu } from '../../elements/Menu/Menu.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { NODE_MENU } from '../../state/node-menu.ts';
import { causes } from '../../strings/causes.ts';
import { ActionGroups } from '../ActionMenu/ActionGroups.tsx';

const words = causes.node;

/** The actions on a node; an absent one does not apply here. */
export interface NodeDeeds {
  onExpand?: (() => void) | undefined;
  onFold?: (() => void) | undefined;
  onMiddle?: (() => void) | undefined;
  onHide?: (() => void) | undefined;
  onPin?: (() => void) | undefined;
  isPinned: boolean;
  /** Shows only the node and its neighbours, or all again. */
  onFocus?: (() => void) | undefined;
  isFocus: boolean;
  onWhy: () => void;
  onPath: () => void;
  onWhatIf: () => void;
  onSimilar: () => void;
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
    ['nodeOnly', deeds.onFocus, deeds.isFocus ? words.all : words.only],
    ['nodeExpand', deeds.onExpand],
    ['nodeFold', deeds.onFold],
    ['nodeMiddle', deeds.onMiddle],
    ['nodePin', deeds.onPin, deeds.isPinned ? words.unpin : words.pin],
    ['nodeHide', deeds.onHide],
  ];
  return new Map(all.flatMap(([id, onDo, name = ACTIONS[id].title]) => (onDo ? [[id, { name, onDo }]] : [])));
}

/** Offers an action elsewhere too: by key, in the palette, and in the menu of the node. */
function Offered({ id, onDo }: { id: ActionId; onDo: () => void }) {
  useAction(id, onDo);
  return null;
}

/** The rest of the actions, in the groups and the order of the menu of a node. */
function More({ offers }: { offers: Offers }) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useRef<ActionId | null>(null);
  const groups = NODE_MENU.map((group) => group.filter((id) => offers.has(id)));
  const run = () => {
    const id = chosen.current;
    chosen.current = null;
    if (id) offers.get(id)?.onDo();
  };
  if (offers.size === 0) return null;
  return (
    <Menu
      label={words.more}
      align="end"
      opened={[isOpen, setOpen]}
      // A question takes the focus to its field, so it comes after that has returned from the menu.
      onClosed={run}
      trigger={
        <IconButton label={words.more}>
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
    >
      <ActionGroups
        groups={groups}
        nameOf={(id) => offers.get(id)?.name ?? ''}
        onChoose={(id) => {
          chosen.current = id;
        }}
      />
    </Menu>
  );
}

/** What is done most with a node, in one line: the question why, its neighbours, its surroundings; the rest is in a menu. */
export function NodeDeedsBar({ deeds, isDecision }: { deeds: NodeDeeds; isDecision: boolean }) {
  const offers = offersOf(deeds, isDecision);
  // The way out of a focus is a longer name, beside which there is no room.
  const shown: ActionId[] = deeds.isFocus ? ['nodeWhy', 'nodeOnly'] : ['nodeWhy', 'nodeExpand', 'nodeFold', 'nodeOnly'];
  const rest = new Map([...offers].filter(([id]) => !shown.includes(id)));
  return (
    <div className="flex flex-wrap gap-1 px-4 pb-3">
      {[...offers].map(([id, { onDo }]) => (
        <Offered key={id} id={id} onDo={onDo} />
      ))}
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

import { type CausalNode, type OutputOf, plainText } from '@twicewise/contract';
import clsx from 'clsx';
import { type RefObject, useState } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { causes } from '../../strings/causes.ts';
import { CUT_LINK, SessionLink } from '../SessionLink/SessionLink.tsx';
import { focusRow, moveAmongRows } from './rows.ts';

const words = causes.connect;

/** What was just connected. */
export type JustConnected = Pick<OutputOf<'causal.edge'>, 'edge' | 'from' | 'to'>;

interface SessionNodesProps {
  sessions: OutputOf<'causal.bySession'>['items'];
  cause: string | undefined;
  effect: string | undefined;
  connected: JustConnected | undefined;
  listRef: RefObject<HTMLElement | null>;
  onChoose: (node: CausalNode) => void;
}

/** A node as an end of what was just connected, null where it is none. */
function endOfNew({ id }: CausalNode, connected: JustConnected | undefined): string | null {
  if (id === connected?.from.id) return `${causes.relations[connected.edge.relation]} ${connected.to.label}`;
  if (id === connected?.to.id) return `${causes.relationsBack[connected.edge.relation]} ${connected.from.label}`;
  return null;
}

/** How many causes and effects a node has, or that it has none, and what was just connected; that alone where it is all. */
function tiesOf(node: CausalNode, connected: JustConnected | undefined): string {
  const fresh = endOfNew(node, connected);
  const ties = causes.list.ties(node);
  if (fresh === null) return ties;
  return node.causes + node.effects + node.prevents + node.preventedBy > 1 ? `${ties} · ${fresh}` : fresh;
}

function Row({ node, end, ties, isStop, onChoose }: RowProps) {
  return (
    <button
      type="button"
      data-row
      data-node={node.id}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={end !== null}
      onClick={() => onChoose(node)}
      className={clsx(
        'flex w-full items-baseline gap-2 border-l-2 px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2',
        end === null ? 'border-transparent' : 'border-signal bg-signal-tint',
      )}
    >
      <OutcomeGlyph outcome={node.ownOutcome} decorative />
      <span className="w-16 shrink-0 text-ink-3 text-small">{causes.kind(node.kind)}</span>
      {/* Away from how many causes and effects it has, which are the same words. */}
      {end !== null && <span className="shrink-0 font-medium text-small">{end}</span>}
      <span dir="auto" className="line-clamp-2 min-w-0 grow wrap-anywhere">
        {node.label}
      </span>
      <span className="max-w-[40%] shrink-0 truncate text-ink-3 text-small">{ties}</span>
    </button>
  );
}

interface RowProps {
  node: CausalNode;
  /** Which end of the connection it is, if any. */
  end: string | null;
  ties: string;
  isStop: boolean;
  onChoose: (node: CausalNode) => void;
}

/** What sessions hold, under their sessions, of which two are chosen. Tab stops once, arrows go through all, as do j and k. */
export function SessionNodes({ sessions, cause, effect, connected, listRef, onChoose }: SessionNodesProps) {
  const rows = sessions.flatMap(({ nodes }) => nodes);
  const stop = rows.find(({ id }) => id === (effect ?? cause)) ?? rows[0];
  const endOf = (id: string) => (id === cause ? words.cause : id === effect ? words.effect : null);
  const [isHere, setHere] = useState(false);
  // Enter is that of the row, a button; only here is it said what it does.
  useAction('down', () => focusRow(listRef.current, null, 1), isHere, words.keys);
  useAction('up', () => focusRow(listRef.current, null, -1), isHere);
  let isStopTaken = false;
  /** A node of several sessions has several rows, of which the first is the stop. */
  const isStop = (node: CausalNode) => {
    const found = !isStopTaken && node.id === stop?.id;
    if (found) isStopTaken = true;
    return found;
  };
  return (
    <section
      ref={listRef}
      onKeyDown={moveAmongRows}
      onFocus={({ target }) => setHere(target.matches('[data-row]'))}
      onBlur={() => setHere(false)}
      aria-label={words.label}
      className="flex flex-col gap-4"
    >
      {sessions.map(({ episode, nodes, nodeCount }) => {
        const task = plainText(episode.task) || words.noTask;
        return (
          <section key={episode.id} aria-label={task}>
            <h3 className="flex items-baseline gap-2 border-line border-b pb-1 text-small">
              <span dir="auto" title={episode.task} className="min-w-0 font-medium text-ink-2">
                <SessionLink episodeId={episode.id} className={CUT_LINK}>
                  {task}
                </SessionLink>
              </span>
              <span className="ml-auto shrink-0 text-ink-3">
                <RelativeTime at={episode.occurredAt ?? episode.createdAt} />
              </span>
            </h3>
            <ul>
              {nodes.map((node) => (
                <li key={node.id}>
                  <Row
                    node={node}
                    end={endOf(node.id)}
                    ties={tiesOf(node, connected)}
                    isStop={isStop(node)}
                    onChoose={onChoose}
                  />
                </li>
              ))}
            </ul>
            {nodeCount > nodes.length && (
              <p className="px-2 text-ink-3 text-small">{words.notAll(nodes.length, nodeCount)}</p>
            )}
          </section>
        );
      })}
    </section>
  );
}

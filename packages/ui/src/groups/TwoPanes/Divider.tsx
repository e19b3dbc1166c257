import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { arrangePanes, usePanes } from '../../state/panes.ts';
import { strings } from '../../strings.ts';

/** Least and greatest width of the list, in pixels; the pane beside it always keeps as much as it needs. */
const LEAST = 260;
const MOST = 900;
const BESIDE = 380;
const STEP = 24;

const within = (width: number, room: number) => Math.round(Math.max(LEAST, Math.min(width, MOST, room - BESIDE)));

/** The edge between the list and the open record: dragged, or moved by the arrow keys; a double-click takes it back. */
export function Divider({ list }: { list: RefObject<HTMLElement | null> }) {
  const { width } = usePanes();
  const edge = useRef<HTMLDivElement>(null);
  const room = () => list.current?.parentElement?.clientWidth ?? MOST;
  const now = () => list.current?.offsetWidth ?? LEAST;
  const set = (next: number) => arrangePanes({ width: within(next, room()) });
  // Measured when it changes: asked for at each render, the browser would lay out the page once more for each key.
  useEffect(() => {
    const pane = list.current;
    if (!pane) return;
    const observer = new ResizeObserver(() => edge.current?.setAttribute('aria-valuenow', String(pane.offsetWidth)));
    observer.observe(pane);
    return () => observer.disconnect();
  }, [list]);

  const onPointerMove = ({ clientX, currentTarget, pointerId }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId) || !list.current) return;
    set(clientX - list.current.getBoundingClientRect().left);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: now() - STEP, ArrowRight: now() + STEP, Home: LEAST, End: MOST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is moved is no <hr>
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.panes.width}
      aria-valuenow={width ?? LEAST}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      title={strings.panes.widthHint}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => arrangePanes({ width: null })}
      onKeyDown={onKeyDown}
      className="relative z-2 -ml-1 w-1 shrink-0 cursor-col-resize touch-none after:absolute after:inset-y-0 after:-left-0.5 after:w-2 hover:bg-line-strong focus-visible:bg-signal active:bg-signal"
    />
  );
}

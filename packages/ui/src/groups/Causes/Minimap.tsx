import { type PointerEvent, useEffect, useRef } from 'react';
import { BOX, type Places } from '../../graph/layout.ts';
import type { MapView } from '../../graph/map-view.ts';
import { causes } from '../../strings/causes.ts';

/** From this many nodes on, a part of the map says too little about the whole. */
export const MANY_NODES = 100;
const SIZE = { width: 160, height: 110 };

interface MinimapProps {
  view: MapView;
  places: Places;
}

/** The whole map in small, with the visible part framed; a press or a drag on it moves there. The keys of the map do the same. */
export function Minimap({ view, places }: MinimapProps) {
  const frame = useRef<SVGRectElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const points = Object.values(places);
  const isShown = points.length >= MANY_NODES;
  useEffect(() => {
    if (!isShown) return;
    const all = Object.values(places);
    return view.watch(({ left, top, right, bottom }) => {
      const isWhole = all.every(({ x, y }) => x > left && x < right && y > top && y < bottom);
      // Beside the whole map it says nothing, and covers some of it.
      picture.current?.toggleAttribute('hidden', isWhole);
      const sizes = { x: left, y: top, width: right - left, height: bottom - top };
      for (const [name, value] of Object.entries(sizes)) frame.current?.setAttribute(name, String(value));
    });
  }, [view, isShown, places]);
  if (!isShown) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - BOX.width, Math.min(...ys) - BOX.width];
  const [width, height] = [Math.max(...xs) + BOX.width - left, Math.max(...ys) + BOX.width - top];
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = picture.current?.getScreenCTM()?.inverse();
    if (event.buttons !== 1 || !matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    view.centreOn({ x, y });
  };
  // A dot must be visible however many there are.
  const dot = Math.max(BOX.height, width / SIZE.width, height / SIZE.height);
  return (
    <svg
      ref={picture}
      data-minimap
      aria-hidden
      {...SIZE}
      viewBox={`${left} ${top} ${width} ${height}`}
      // In a small pane it would hide much of what it shows.
      className="absolute right-2 bottom-2 z-1 @max-[30rem]:hidden cursor-pointer touch-none rounded-sm border border-line-strong bg-surface text-ink-3"
      onPointerDown={go}
      onPointerMove={go}
    >
      <title>{causes.map.minimap}</title>
      <path
        d={points.map(({ x, y }) => `M${x - BOX.width / 2} ${y}h${BOX.width}`).join('')}
        stroke="currentColor"
        strokeWidth={dot}
      />
      <rect ref={frame} className="fill-signal/10 stroke-signal" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

import { useEffect, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import type { Places } from '../../graph/layout.ts';
import type { MapView } from '../../graph/map-view.ts';
import { causes } from '../../strings/causes.ts';

interface BeyondProps {
  view: MapView;
  places: Places;
}

/** How many nodes lie beyond the edges of the map, and the way to see all of them; below the map, because anywhere on it there may be a node. */
export function Beyond({ view, places }: BeyondProps) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const points = Object.values(places);
    return view.watch(({ left, top, right, bottom }) =>
      setCount(points.filter(({ x, y }) => x < left || x > right || y < top || y > bottom).length),
    );
  }, [view, places]);
  if (count === 0) return null;
  return (
    <Button aria-label={causes.map.outside(count)} title={causes.map.outside(count)} onClick={() => view.frame()}>
      <span className="@max-lg:hidden">{causes.map.moreNodes(count)}</span>
      <span className="@lg:hidden">{causes.map.more(count)}</span>
    </Button>
  );
}

import { OUTCOMES } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { causes } from '../../strings/causes.ts';

const { relations, bases, disputed, map } = causes;

interface SignProps {
  word: string;
  /** Height in pixels, of which the sign is 44 wide; narrower, a line keeps its end, and a shape all of it. */
  height?: 12 | 14;
  className?: string;
  children: ReactNode;
}

/** A sign of the map, and what it says. */
function Sign({ word, height = 12, className = 'text-ink-2', children }: SignProps) {
  return (
    <li className="flex items-center gap-1.5 @3xl:gap-2">
      <svg
        height={height}
        viewBox={`0 0 44 ${height}`}
        {...(height === 12 ? { preserveAspectRatio: 'xMaxYMid slice' } : {})}
        aria-hidden
        className={`w-7 shrink-0 @3xl:w-11 ${className}`}
      >
        {children}
      </svg>
      {word}
    </li>
  );
}

/** The sign of an edge. */
function Line({ children, word, from = 1, dash, width = 1.5 }: LineProps) {
  return (
    <Sign word={word}>
      <line
        x1={from}
        y1="6"
        x2="34"
        y2="6"
        stroke="currentColor"
        strokeWidth={width}
        {...(dash ? { strokeDasharray: dash } : {})}
      />
      {children}
    </Sign>
  );
}

interface LineProps {
  word: string;
  from?: number;
  dash?: string;
  width?: number;
  children?: ReactNode;
}

/** Signs of one kind flow beside each other, and stand in a column of their own where there is room for four. */
const LIST = 'flex @3xl:flex-col flex-wrap gap-x-3 gap-y-0.5 @3xl:gap-y-1';

const BOX = 'fill-raised stroke-current';
const SHAPES = {
  decision: <path d="M6 1H38L43 5V9L38 13H6L1 9V5Z" />,
  error: <path d="M1 1H43V13H1Z" />,
  event: <rect x="1" y="1" width="42" height="12" rx="6" />,
} as const;

/** What the shape and the colour of a node say. */
function NodeSigns() {
  return (
    <>
      <ul className={LIST}>
        {(['decision', 'error', 'event'] as const).map((shape) => (
          <Sign key={shape} word={map.shapes[shape]} height={14} className={BOX}>
            {SHAPES[shape]}
          </Sign>
        ))}
        <Sign word={map.pinnedSign} height={14} className={BOX}>
          <path d="M1 1H43V13H1ZM3.5 3.5H40.5V10.5H3.5Z" />
        </Sign>
      </ul>
      <ul className={LIST}>
        {OUTCOMES.map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5 @3xl:gap-2">
            <OutcomeGlyph outcome={outcome} decorative />
            {map.colours[outcome]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Explains the shapes and colours of nodes, and the lines and their ends. */
export function Legend() {
  return (
    <section
      aria-label={causes.map.legend}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keys
      tabIndex={0}
      // The map must stay in sight: it is what is explained.
      className="@container max-h-36 shrink-0 max-[880px]:max-h-none overflow-y-auto border-line border-t bg-surface px-4 py-2 text-ink-2 text-small focus-visible:-outline-offset-2"
    >
      <div className="flex @3xl:grid @3xl:grid-cols-4 flex-col @3xl:gap-x-6 gap-y-1">
        <NodeSigns />
        <ul className={LIST}>
          <Line word={relations.causes}>
            <path d="M34 2 42 6 34 10Z" fill="currentColor" />
          </Line>
          <Line word={relations.enables}>
            <path d="M34 2 42 6 34 10Z" fill="none" stroke="currentColor" />
          </Line>
          <Line word={relations.prevents}>
            <path d="M35 1v10" stroke="currentColor" strokeWidth="2" />
          </Line>
          <Line word={relations.correlates} from={23}>
            <circle cx="20" cy="6" r="3" fill="var(--surface)" stroke="currentColor" />
            <circle cx="37" cy="6" r="3" fill="var(--surface)" stroke="currentColor" />
          </Line>
        </ul>
        <ul className={LIST}>
          <Sign word={bases.asserted_by_human} className="text-ink">
            <path d="M1 4.5H40M1 7.5H40" stroke="currentColor" strokeWidth="1.2" />
          </Sign>
          <Line word={bases.asserted_by_agent} />
          <Line word={bases.textual} dash="10 4" />
          <Line word={bases.statistical} dash="8 3 2 3" />
          <Line word={bases.temporal} dash="1 3" width={1} />
          <Sign word={disputed} className="text-failure">
            <path d="M1 6H40" stroke="currentColor" strokeDasharray="3 5" />
            <path d="m24 2 8 8m0-8-8 8" stroke="currentColor" />
          </Sign>
        </ul>
      </div>
    </section>
  );
}

import { strings } from '../../strings.ts';

/** The product's mark: the two strokes of a tick. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeLinecap="square" role="img">
      <title>{strings.product}</title>
      <path d="M4 13.5 7.6 17.2" className="stroke-ink-3" strokeWidth="1.6" />
      <path d="M10.2 18.6 20 5.4" className="stroke-ink" strokeWidth="3.6" />
    </svg>
  );
}

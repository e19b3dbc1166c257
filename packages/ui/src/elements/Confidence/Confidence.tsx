import { strings } from '../../strings.ts';

/** How sure the author of a lesson is of it, a person, an agent or a rule, from 0 to 1: as a number and a bar. */
export function Confidence({ value }: { value: number }) {
  return (
    <span className="flex items-center gap-3">
      <span className="font-mono">{value.toFixed(2)}</span>
      <meter
        aria-label={strings.fields.confidence}
        value={value}
        className="h-1 w-24 appearance-none bg-line [&::-moz-meter-bar]:bg-ink-2 [&::-webkit-meter-bar]:h-1 [&::-webkit-meter-bar]:rounded-none [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:[background:var(--line-strong)] [&::-webkit-meter-optimum-value]:[background:var(--ink-2)]"
      />
    </span>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  /** Null until known. */
  total: number | null;
}

/** The progress of slow work. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      className="h-1 w-32 appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-ink-2 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink-2"
      {...(total === null ? {} : { value: done, max: Math.max(total, 1) })}
    />
  );
}

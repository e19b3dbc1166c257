import type { ReactNode } from 'react';

interface SectionProps {
  label: string;
  children: ReactNode;
}

/** A section of a reading pane; its label is in the margin if there is one. */
export function Section({ label, children }: SectionProps) {
  return (
    <section className="grid gap-x-4 gap-y-0.5 grid-cols-[minmax(0,1fr)] @lg:grid-cols-[6.75rem_minmax(0,1fr)]">
      <h3 className="pt-0.5 text-ink-3 text-small leading-5">{label}</h3>
      <div className="min-w-0 max-w-[68ch] text-read">{children}</div>
    </section>
  );
}

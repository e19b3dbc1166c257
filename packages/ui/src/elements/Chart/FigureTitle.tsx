import { type InsightsPart, insightsParts } from '../../strings/insights-parts.ts';

interface FigureTitleProps {
  /** Its name in links; the heading has it as its id. */
  name: InsightsPart;
  className?: string;
}

/** The heading of a figure. A link can lead to it, and then it has the focus. */
export function FigureTitle({ name, className = '' }: FigureTitleProps) {
  return (
    <h2 id={name} tabIndex={-1} className={`part-title font-medium text-read ${className}`}>
      {insightsParts[name]}
    </h2>
  );
}

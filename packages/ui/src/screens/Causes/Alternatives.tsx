import { useQuery } from '@tanstack/react-query';
import type { CausalNode } from '@twicewise/contract';
import { alternativesTo } from '../../data/alternatives.ts';
import { useClient } from '../../data/client.ts';
import { similarTo } from '../../data/queries/causes.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';

interface AlternativesProps {
  decision: CausalNode;
  project: string | undefined;
  onChoose: (alternative: string) => void;
}

/** What could have been chosen instead, as far as decisions know; nothing where they know none. */
export function Alternatives({ decision, project, onChoose }: AlternativesProps) {
  const { data } = useQuery(similarTo(useClient(), project, decision.label));
  const known = alternativesTo(decision, data?.items ?? []);
  const label = causes.questions.alternatives;
  if (known.length === 0) return null;
  return (
    <section aria-label={label} className="flex flex-wrap items-baseline gap-x-3 text-small">
      <span className="text-ink-3">{label}</span>
      {known.map((text) => (
        <TextLink key={text} dir="auto" className="min-h-6 text-left" onClick={() => onChoose(text)}>
          {text}
        </TextLink>
      ))}
    </section>
  );
}

import { type CausalNode, OUTCOMES } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes as words } from '../../strings/causes.ts';
import { ENDED } from '../../strings/outcomes.ts';

/** How often a node had each outcome, and its success rate if enough is known. */
export function Outcomes({ outcomes, success }: Pick<CausalNode, 'outcomes' | 'success'>) {
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <OutcomeGlyph outcome={outcome} decorative />
            {ENDED[outcome](outcomes[outcome])}
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {words.success(success)}
        {outcomes.defaulted > 0 && `; ${words.node.defaulted(outcomes.defaulted)}`}
      </p>
    </div>
  );
}

/** A link to a node, with its text. */
export function NodeLink({ node, onGo }: { node: CausalNode; onGo: (id: string) => void }) {
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <span className="shrink-0 text-ink-3 text-small">{words.kind(node.kind)}</span>
      <TextLink dir="auto" className="min-h-6 text-left wrap-anywhere" onClick={() => onGo(node.id)}>
        {node.label}
      </TextLink>
    </span>
  );
}

/** A part of a panel with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t px-4 py-3">
      <h3 className="mb-1.5 font-medium text-ink-2 text-small">{title}</h3>
      {children}
    </section>
  );
}

import type { Job } from '@twicewise/contract';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { type Brought, broughtBy } from '../../state/job-end.ts';
import { strings } from '../../strings.ts';

export interface BroughtLinksProps {
  job: Job;
  onShow: (brought: Brought, job: Job) => void;
}

/** Links to the screens that show what an import brought. */
export function BroughtLinks({ job, onShow }: BroughtLinksProps) {
  return broughtBy(job).map((brought) => (
    <TextLink
      key={brought}
      data-deed="imported brought"
      onClick={() => onShow(brought, job)}
      className="min-h-6 shrink-0 font-medium text-ink"
    >
      {strings.jobs.show[brought]}
    </TextLink>
  ));
}

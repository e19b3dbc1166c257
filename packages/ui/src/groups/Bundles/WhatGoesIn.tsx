import type { Project } from '@twicewise/contract';
import { type ReactNode, type RefObject, useId } from 'react';
import { projectsApart } from '../../data/project-label.ts';
import { bundles } from '../../strings/bundles.ts';
import { Block, Check } from './Block.tsx';

const words = bundles.toExport;

/** What can go into a bundle. */
export type What = 'everything' | 'lessons' | 'projects' | 'chosen';

interface WhatGoesInProps {
  what: What;
  /** The lessons or sessions that the sheet was opened for. */
  records: { kind: 'lessons' | 'sessions'; count: number; among: keyof typeof words.chosen } | null;
  projects: readonly Project[];
  chosen: readonly string[];
  /** The option that is chosen at first. */
  firstRef: RefObject<HTMLInputElement | null>;
  onWhat: (what: What) => void;
  onChosen: (projects: readonly string[]) => void;
}

function Projects({ projects, chosen, onChosen }: Pick<WhatGoesInProps, 'projects' | 'chosen' | 'onChosen'>) {
  if (projects.length === 0) return <p className="ml-6 text-ink-2">{words.noProjects}</p>;
  return (
    <fieldset className="ml-6 max-h-44 overflow-y-auto border-line border-l pl-3">
      <legend className="sr-only">{words.projectList}</legend>
      {projectsApart(projects).map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          on={chosen.includes(id)}
          onChange={(on) => onChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}

/** Chooses what goes into a bundle: everything, all lessons, some projects, or what the sheet was opened for. */
export function WhatGoesIn({ what, records, projects, chosen, firstRef, onWhat, onChosen }: WhatGoesInProps) {
  const name = useId();
  const one = (value: What, label: string): ReactNode => (
    <label className="flex min-h-7 items-center gap-2">
      <input
        ref={value === what ? firstRef : undefined}
        type="radio"
        name={name}
        checked={value === what}
        onChange={() => onWhat(value)}
        className="size-4 shrink-0 accent-ink"
      />
      {label}
    </label>
  );
  return (
    <Block title={words.what}>
      <fieldset>
        <legend className="sr-only">{words.what}</legend>
        {records && one('chosen', words.chosen[records.among](records.count))}
        {records && what === 'chosen' && (
          <p className="ml-6 text-ink-2 text-small">{words.chosenText[records.kind](records.count)}</p>
        )}
        {one('everything', words.everything)}
        {one('lessons', words.lessons)}
        {what === 'lessons' && <p className="ml-6 text-ink-2 text-small">{words.lessonsText}</p>}
        {one('projects', words.projects)}
      </fieldset>
      {what === 'projects' && <Projects projects={projects} chosen={chosen} onChosen={onChosen} />}
      {what === 'projects' && projects.length > 0 && chosen.length === 0 && (
        <p className="ml-6 text-ink-2">{words.chooseProjects}</p>
      )}
    </Block>
  );
}

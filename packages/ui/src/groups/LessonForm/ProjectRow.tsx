import type { Project } from '@twicewise/contract';
import { projectsApart } from '../../data/project-label.ts';
import { Select } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

interface ProjectRowProps {
  projects: readonly Project[];
  /** The id of the project; empty for none. */
  value: string;
  onChange: (project: string) => void;
}

/** Chooses the project of a new lesson; looks like the rows of its fields. */
export function ProjectRow({ projects, value, onChange }: ProjectRowProps) {
  return (
    <div className="grid gap-x-4 gap-y-1 border-transparent border-l-2 py-2 compact:py-1 pr-4 pl-3.5 @lg:pr-6 @lg:pl-5.5 grid-cols-[minmax(0,1fr)] @lg:grid-cols-[6.75rem_minmax(0,1fr)]">
      <span className="pt-1 text-ink-2 text-small">{strings.form.project}</span>
      <Select
        aria-label={strings.form.project}
        className="max-w-64"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{strings.form.unsorted}</option>
        {projectsApart(projects).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

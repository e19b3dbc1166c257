import type { Project } from '@twicewise/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Select, TextField } from '../../elements/TextField/TextField.tsx';
import { settings } from '../../strings/settings.ts';

const words = settings.review;

interface AddProjectProps {
  /** The name of the list. */
  label: string;
  projects: readonly Pick<Project, 'id' | 'name'>[];
  chosen: readonly string[];
  onAdd: (projectId: string) => void;
}

/** Adds one of the projects that are not in the list yet. */
export function AddProject({ label, projects, chosen, onAdd }: AddProjectProps) {
  return (
    <Select
      aria-label={`${label}: ${words.addProject}`}
      value=""
      onChange={({ target }) => target.value && onAdd(target.value)}
    >
      <option value="">{words.addProject}</option>
      {projects
        .filter(({ id }) => !chosen.includes(id))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Select>
  );
}

/** Adds a name that is typed. */
export function AddAgent({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <form onSubmit={submit} className="flex gap-2">
      <TextField
        aria-label={words.addAgent}
        placeholder={words.addAgent}
        maxLength={256}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {words.add}
      </Button>
    </form>
  );
}

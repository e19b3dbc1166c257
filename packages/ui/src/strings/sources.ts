import { plural } from './numbers.ts';
import { TRANSCRIPT_PROGRAMS } from './programs.ts';

const systems: Record<string, string> = {
  ...TRANSCRIPT_PROGRAMS,
  jsonl: 'File',
  sample: 'Sample',
};

/** Texts about the sources of lessons. */
export const sources = {
  title: 'Sources',
  ofAll: 'Sources, in all projects',
  none: 'Nothing imported yet.',
  loading: 'Loading sources…',
  failed: 'Could not load sources.',
  system: (name: string) => systems[name] ?? name,
  automatically: 'recorded automatically',
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
  drafts: (value: number) => plural(value, 'draft', 'drafts'),
  toDrafts: (value: number, name: string) => `Go to ${plural(value, 'draft', 'drafts')} from ${name}`,
  elsewhere: 'None of its drafts is in this list; another project may have them.',
  older: 'Show older',
};

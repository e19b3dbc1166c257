import type { Settings } from '@twicewise/contract';
import { plural } from './numbers.ts';
import { settingsParts } from './settings-parts.ts';

const providers: Record<Settings['embedding.provider'], string> = {
  off: 'Off: by words only',
  builtin: 'Built in, offline',
  ollama: 'Ollama',
  openai: 'OpenAI-compatible',
};

/** Texts about search by meaning. */
export const embedding = {
  title: settingsParts.meaning,
  text: 'The built-in model works on this machine and sends nothing. A server that you name gets the texts of lessons and questions.',
  provider: 'Provider',
  providers,
  url: 'Address',
  model: 'Model',
  save: 'Save',
  saved: 'Search by meaning: saved',
  failed: 'Not saved.',
  serving: (model: string) => `Until then, search uses ${model}.`,
  test: 'Test',
  testing: 'Asking the model…',
  works: 'It works.',
  testFailed: 'Could not run the test.',
  renew: 'Recompute all…',
  renewSure: (total: number) =>
    `Recomputes ${plural(total, 'lesson', 'lessons')}, and sends them to the server if there is one. Until a lesson is done, it is found by its words alone.`,
};

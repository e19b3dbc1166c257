import { saysFixture } from '@twicewise/ingest';
import { isPattern, MAX_ACTION, MAX_TRIGGER, textOf } from '../../patterns/cases.ts';

/** Test data that the writers of these files left in their live store (R16): names, and the episodes made by their tests. */
const FIXTURE_NAMES = new Set([
  'Status test node',
  'Status test pattern',
  'Good pattern',
  'Bad pattern',
  'Worse pattern',
]);
const FIXTURE_EPISODE = /^episode-\d{4}-\d\d-\d\d-(?:filter|sequence|test|fixture)-\d{1,4}$/;
/** Their patterns name the first episode only in the description. */
const DESCRIBED = /^(?:Anti-)?[Pp]attern from (\S+)$/;
/** The trigger that their writer creates for a decision without a context: only its type (B1-16). */
const TYPE_ONLY = /^when [\w-]{1,40} decision needed$/i;

const inDigits = (count: number) => count.toLocaleString('en-US');

/** Whether tests wrote a part: by its name, or because all its episodes are test episodes. */
export function isTestPart(name: string, episodes: readonly string[]): boolean {
  if (FIXTURE_NAMES.has(name) || saysFixture(name)) return true;
  return episodes.length > 0 && episodes.every((episode) => FIXTURE_EPISODE.test(episode));
}

export interface FiledPattern {
  name: string;
  trigger: string;
  action: string;
  description: string;
  episodes: readonly string[];
}

/** Why a pattern is rejected; null when it is usable. */
export function whyNoPattern({ name, trigger, action, description, episodes }: FiledPattern): string | null {
  const told = DESCRIBED.exec(description)?.[1];
  if (isTestPart(name, [...episodes, ...(told === undefined ? [] : [told])])) return 'is a fixture of tests';
  if (TYPE_ONLY.test(trigger.trim())) return 'is keyed by the type of a decision, which calls for nothing';
  const [when, then] = [textOf(trigger), textOf(action)];
  if (isPattern({ kind: 'task', trigger: when, action: then })) return null;
  // Asked first, because a text that is too long counts as one without words.
  if (then.text.length > MAX_ACTION) return `has an action of more than ${inDigits(MAX_ACTION)} characters`;
  if (when.text.length > MAX_TRIGGER) return `has a trigger of more than ${inDigits(MAX_TRIGGER)} characters`;
  if (when.stems.size < 2 || then.stems.size < 2) return 'says too little: trigger and action need two words each';
  return 'has an action that repeats its trigger';
}

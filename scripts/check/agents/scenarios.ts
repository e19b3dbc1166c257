import { ENDINGS } from './scenarios/endings.ts';
import { LIFETIMES } from './scenarios/lifetimes.ts';
import { plugin } from './scenarios/plugin.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { subagents } from './scenarios/subagents.ts';
import { TOLD } from './scenarios/told.ts';
import { complains, control, toolCall } from './scenarios/tools.ts';

/** All scenarios, in the order of the table's columns. */
export const SCENARIOS: readonly Scenario[] = [
  toolCall,
  ...TOLD,
  ...LIFETIMES,
  subagents,
  ...ENDINGS,
  plugin,
  complains,
  control,
];

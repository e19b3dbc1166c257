import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { packagePlugins } from '../../../package-plugins.ts';
import type { Workplace } from '../workplace.ts';
import {
  countOf,
  ERROR_WORD,
  HIDDEN,
  lessonAtStart,
  lessonOnError,
  runScript,
  runs,
  type Scenario,
  START_WORD,
} from './scenario.ts';

/** Runs commands of the program as a person would; throws if one fails. */
async function manage(place: Workplace, commands: readonly (readonly string[])[]): Promise<void> {
  for (const args of commands) {
    const { code, output, errors } = await place.manage(args);
    if (code === 0) continue;
    throw new Error(`${place.client.program} ${args.join(' ')} ended with ${code ?? 'nothing'}: ${errors}${output}`);
  }
}

/**
 * Runs a session. Counts the words of both lessons, one told at the start and one at an error, and checks whether our tools are
 * offered.
 */
async function seen(place: Workplace) {
  const { first, last } = await runScript(place, [runs(place, HIDDEN)]);
  const hasTools = place.script.main().some(({ tools }) => tools.some((tool) => tool.endsWith('memory_brief')));
  return { atStart: countOf(START_WORD, first), atError: countOf(ERROR_WORD, last), hasTools };
}

/** What reaches the model through the plugin alone. */
export const plugin: Scenario = {
  name: 'plugin',
  heading: 'plugin',
  proves:
    'Our plugin is installed by the program itself, without `connect`: lessons are told at the start and at an error, and tools are offered where it brings a server. Taken out it leaves nothing in the settings, and the same run shows nothing of ours.',
  needsHooks: true,
  needs: 'plugin',
  isWithoutConnect: true,
  async run(place) {
    const ways = place.client.plugin;
    if (!ways) throw new Error('nobody has said how it installs a plugin');
    await manage(place, ways.install(join(packagePlugins(), place.client.id)));
    await place.learn(lessonAtStart());
    await place.learn(lessonOnError());
    const installed = await seen(place);
    await manage(place, ways.remove ?? []);
    ways.takeOut?.(place);
    const settings = ways.settings.map((name) => join(place.home, name)).filter((path) => existsSync(path));
    const isLeft = settings.some((path) => readFileSync(path, 'utf8').includes(PRODUCT.command));
    const after = await seen(place);
    const holds =
      installed.atStart === 1 &&
      installed.atError === 1 &&
      installed.hasTools === ways.hasServer &&
      !isLeft &&
      after.atStart + after.atError === 0 &&
      !after.hasTools;
    const told = ({ atStart, atError, hasTools }: typeof after) =>
      `${atStart} × at the start, ${atError} × at the error, ${hasTools ? 'tools' : 'no tools'}`;
    return { holds, what: `${told(installed)}; taken out ${told(after)}${isLeft ? ', left in its settings' : ''}` };
  },
};

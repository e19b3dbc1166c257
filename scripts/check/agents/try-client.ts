import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { exactly, say, type Verdict } from '../verdicts.ts';
import type { Client } from './clients/client.ts';
import type { Row } from './clients-table.ts';
import { expectedLimit } from './expected.ts';
import { type Installed, installClient } from './install.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { DATA_FOLDER, makeWorkplace } from './workplace.ts';

/** The result of one scenario. */
interface Tried {
  readonly cell: 'yes' | 'no' | '–';
  readonly what: string;
  /** What the client wrote about a hook or server of ours that failed. This is never a limit of the client. */
  readonly complaint?: string;
}

/** The result of trying a client; no row if it could not be installed. */
export interface TriedClient {
  readonly verdicts: readonly Verdict[];
  readonly row: Row | null;
}

/** The client with our memory in the default place, where our command looks without being told. */
const withMemory = (client: Client): Client => ({
  ...client,
  environment: (place) => ({ ...client.environment(place), [PRODUCT.dataVariable]: join(place.home, DATA_FOLDER) }),
});

/** Runs a scenario in a workplace of its own, connected the way a person does it. */
async function trial(client: Client, program: string, scenario: Scenario): Promise<Tried> {
  const why = scenario.needs === undefined ? undefined : client.cannot[scenario.needs];
  if (why !== undefined) return { cell: '–', what: why };
  const place = await makeWorkplace(scenario.isWithoutConnect ? withMemory(client) : client, program);
  try {
    if (!scenario.isWithoutConnect) {
      const said = await place.command('connect', client.id, '--yes');
      const hasHooks = /The hooks (?:work|do NOT work)/.test(said);
      if (scenario.needsHooks && !hasHooks) return { cell: 'no', what: '`connect` enters no hooks in it' };
    }
    const { holds, what } = await scenario.run(place).catch((error: Error) => ({ holds: false, what: error.message }));
    const [complaint] = place.complaints();
    if (complaint !== undefined) return { cell: 'no', what: `${what}, but: ${complaint}`, complaint };
    return { cell: holds ? 'yes' : 'no', what };
  } catch (error) {
    return { cell: 'no', what: (error as Error).message };
  } finally {
    await place.close();
  }
}

function judge(client: Client, version: string, scenario: Scenario, { cell, what, complaint }: Tried): Verdict {
  const common = { id: `${client.name} ${version}`, what: scenario.heading };
  if (complaint !== undefined) return { ...common, found: what, state: 'failed' };
  const limit = expectedLimit(client, version, scenario);
  if (cell === '–') return { ...common, found: `– ${what}`, state: 'ok' };
  if (limit === null) return { ...common, found: what, state: exactly(cell === 'yes') };
  if (cell === 'no') return { ...common, found: `known limit: ${limit} (${what})`, state: 'ok' };
  return { ...common, found: `${what}, though expected.ts says that it cannot: take it out there`, state: 'failed' };
}

function noteOf(client: Client, version: string, scenario: Scenario, { cell, what, complaint }: Tried): string | null {
  if (cell === 'yes') return null;
  if (complaint !== undefined) return what;
  return expectedLimit(client, version, scenario) ?? what;
}

/** Installs one version of a client and runs the scenarios one after another. */
export async function tryClient(
  client: Client,
  version: string,
  scenarios: readonly Scenario[],
  install: (name: string, version: string, program: string) => Installed = installClient,
): Promise<TriedClient> {
  const installed = install(client.package, version, client.program);
  if ('missing' in installed) {
    const found = `could not be had: ${installed.missing}`;
    return { verdicts: [{ id: `${client.name} ${version}`, what: 'install', found, state: 'failed' }], row: null };
  }
  const tried = new Map<Scenario, Tried>();
  for (const scenario of scenarios) {
    const found = await trial(client, installed.program, scenario);
    say(`${client.name} ${version}, ${scenario.name}: ${found.cell} (${found.what.slice(0, 200)})`);
    tried.set(scenario, found);
  }
  const all = [...tried];
  const notes = all.flatMap(([scenario, found]) => {
    const note = noteOf(client, version, scenario, found);
    return note === null ? [] : [[scenario.heading, note] as const];
  });
  return {
    verdicts: all.map(([scenario, found]) => judge(client, version, scenario, found)),
    row: {
      client: client.name,
      version,
      cells: Object.fromEntries(all.map(([{ heading }, { cell }]) => [heading, cell])),
      notes: Object.fromEntries(notes),
      checked: new Date().toISOString().slice(0, 10),
    },
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from './agents/clients.ts';
import { readRows, withFound, withRows } from './agents/clients-table.ts';
import { SCENARIOS } from './agents/scenarios.ts';
import { tryClient } from './agents/try-client.ts';
import { conclude, type Verdict } from './verdicts.ts';

// `npm run check:agents`: runs real programs from npm. Each is connected by `twicewise connect` and uses a scripted model on this
// machine. The requests to this model show what reached it. Writes what was proved into docs/clients.md.
//   --client NAME one program; may be repeated
//   --version NUMBER this version of it, instead of those that are usually tried
//   --scenario NAME one scenario; may be repeated

const PAGE = join(import.meta.dirname, '../../docs/clients.md');

const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true },
    version: { type: 'string' },
    scenario: { type: 'string', multiple: true },
  },
});

/** Ends the check before it has started. */
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** The named entries, or all if none was named. An unknown name ends the check. */
function chosen<T>(all: readonly T[], nameOf: (one: T) => string, named: readonly string[] | undefined): readonly T[] {
  const unknown = named?.find((name) => !all.some((one) => nameOf(one) === name));
  if (unknown !== undefined)
    refuse(`There is no ${JSON.stringify(unknown)}. Name one of these: ${all.map(nameOf).join(', ')}.`);
  return named === undefined ? all : all.filter((one) => named.includes(nameOf(one)));
}

const clients = chosen(CLIENTS, ({ id }) => id, values.client);
const scenarios = chosen(SCENARIOS, ({ name }) => name, values.scenario);
if (values.version !== undefined && clients.length !== 1)
  refuse('Name the one program whose version it is: --client NAME.');
const verdicts: Verdict[] = [];
for (const client of clients) {
  for (const version of values.version === undefined ? client.versions : [values.version]) {
    const tried = await tryClient(client, version, scenarios);
    verdicts.push(...tried.verdicts);
    if (tried.row === null) continue;
    // Written after each program, so that an interrupted run keeps what it proved.
    const page = readFileSync(PAGE, 'utf8');
    const rows = withFound(readRows(page), tried.row);
    writeFileSync(PAGE, withRows(page, rows, SCENARIOS));
  }
}
process.exitCode = conclude(verdicts);

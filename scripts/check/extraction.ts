import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startHost, tempFolder } from '@twicewise/testkit';
import { coverage } from './extraction/coverage.ts';
import { errorEvidence } from './extraction/errors.ts';
import { labelled } from './extraction/labelled.ts';
import { outcomes } from './extraction/outcomes.ts';
import { readAll, readLogs } from './extraction/reading.ts';
import { transcripts } from './extraction/transcripts.ts';
import { against, conclude, exactly, say } from './verdicts.ts';

// `npm run check:extraction`: what is extracted from real session logs. All logs are read twice through a real host. The episodes
// are compared with the counts of a program that shares no code with the extractor, and with the outcomes that a person assigned
// to sixty of the logs. Then the same with real transcripts of Claude Code.

const HELP = `Usage: npm run check:extraction -- [--data FOLDER] [--transcripts FOLDER] [--labels FILE]

  --data          folder with sessions-json and sessions-md (default ../shared/data/ai-agents)
  --transcripts   folder with transcripts of Claude Code (default ../shared/data/transcripts)
  --labels        what a person reads in some of the logs: lines of file, kind and text, parted by tabs
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/ai-agents') },
    transcripts: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/transcripts') },
    labels: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (!existsSync(join(values.data, 'sessions-json'))) {
  process.stdout.write(`No session logs in ${values.data}: skipped.\n`);
  process.exit(0);
}

/** Limit for all logs, in milliseconds. */
const AIM = 60_000;

const folder = tempFolder();
const host = await startHost({ data: folder.path });
try {
  const logs = readLogs(values.data);
  say(`${logs.length} logs`);
  const first = await readAll(host, values.data);
  say(`read in ${first.milliseconds.toFixed(0)} ms`);
  const again = await readAll(host, values.data);
  const { made, bad, redacted } = first.result;
  const changed = again.result.made + again.result.changed;
  const notes = first.result.badFiles.map(({ file, reason }) => `of no use: ${file}: ${reason}`);
  const kept = coverage(logs, first.episodes);
  const ended = outcomes(first.episodes);
  const read = values.labels ? labelled(first.episodes, values.labels) : { verdicts: [], notes: [] };
  const past = existsSync(values.transcripts)
    ? await transcripts(host, values.transcripts)
    : { verdicts: [], notes: [`No transcripts in ${values.transcripts}: skipped.`] };
  process.exitCode = conclude(
    [
      {
        id: 'speed',
        what: `all logs read (aim ${AIM / 1000} s)`,
        found: `${(first.milliseconds / 1000).toFixed(1)} s, ${made} episodes, ${bad} of no use, ${redacted} redacted`,
        state: against(first.milliseconds, AIM),
      },
      {
        id: 'R7',
        what: 'read again',
        found: `${changed} changed, ${again.result.unchanged} as they were`,
        state: exactly(changed === 0),
      },
      ...kept.verdicts,
      ...ended.verdicts,
      errorEvidence(first.episodes),
      ...read.verdicts,
      ...past.verdicts,
    ],
    [...notes, ...kept.notes, ...ended.notes, ...read.notes, ...past.notes],
  );
} finally {
  await host.stop();
  folder.remove();
}

import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Episode, isRunning, resultOf, type TranscriptsResult } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import { exactly, type Verdict } from '../verdicts.ts';
import { itemsIn, type TranscriptItems } from './transcript-items.ts';

// Real transcripts are read through a host into episodes. Their contents are compared with a count that shares no code with the
// extractor, and each item with the transcript line that it names.

/** An episode with the transcript it was made from. */
interface FromTranscript {
  episode: Episode;
  path: string;
}

async function readAll(host: HostProcess, path: string): Promise<TranscriptsResult> {
  const { job } = await host.client.call('import.history', { path });
  for (let now = job; ; now = (await host.client.call('job.get', { id: job.id })).job) {
    if (!isRunning(now)) {
      if (now.state !== 'done') throw new Error(`The job ended as ${now.state}: ${now.error?.message}`);
      return resultOf('history', now);
    }
    await wait(20);
  }
}

async function episodesOf(host: HostProcess): Promise<FromTranscript[]> {
  const found: FromTranscript[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await host.client.call('episode.list', { limit: 100, ...(cursor ? { cursor } : {}) });
    for (const { id, sourceId } of page.items) {
      if (sourceId === null) continue;
      const { source } = await host.client.call('source.get', { id: sourceId });
      if (source.system !== 'claude-code' || source.path === null) continue;
      found.push({ episode: (await host.client.call('episode.get', { id })).episode, path: source.path });
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

/** Long texts are compared by their beginning, and only by letters, because redaction removes home folders. */
const startOf = (text: string) =>
  text
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 24)
    .toLowerCase();

const eventsOf = ({ events }: Episode, type: string) => events.filter((event) => event.type === type);

/** The runs of one kind, in the format of the independent count. */
function runsOf(episode: Episode, unit: string, of: (counts: Record<string, number>) => string): string[] {
  const runs = eventsOf(episode, 'test').filter(({ extra }) => extra.unit === unit);
  return runs.map(({ extra }) => of(extra as Record<string, number>));
}

function missing(expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return expected.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Kinds of items: how to find them in an episode, and how they were counted. */
const KINDS: Record<
  string,
  { rule: string; here: (episode: Episode) => string[]; there: (items: TranscriptItems) => string[] }
> = {
  commits: {
    rule: 'R4',
    here: (episode) => eventsOf(episode, 'commit').map(({ commitSha }) => (commitSha ?? '').slice(0, 7)),
    there: ({ commits }) => [...new Set(commits)],
  },
  decisions: {
    rule: 'R6',
    here: ({ decisions }) => decisions.map(({ chosen }) => startOf(chosen)),
    there: ({ chosen }) => chosen.map(startOf),
  },
  'counted runs of ExUnit': {
    rule: 'R3',
    here: (episode) =>
      runsOf(episode, 'tests', ({ passed = 0, failed = 0, skipped = 0 }) => `${passed + failed + skipped} ${failed}`),
    there: ({ exUnit }) => exUnit,
  },
  'counted runs of Go': {
    rule: 'R3',
    here: (episode) => runsOf(episode, 'packages', ({ passed = 0, failed = 0 }) => `${passed} ${failed}`),
    there: ({ go }) => go,
  },
};

function compared(all: readonly FromTranscript[]): { verdicts: Verdict[]; notes: string[] } {
  const notes: string[] = [];
  const verdicts = Object.entries(KINDS).map(([kind, { rule, here, there }]): Verdict => {
    let [expected, lost, invented] = [0, 0, 0];
    for (const { episode, path } of all) {
      const [found, counted] = [here(episode), there(itemsIn(path))];
      const [gone, extra] = [missing(counted, found), missing(found, counted)];
      expected += counted.length;
      lost += gone.length;
      invented += extra.length;
      for (const one of [...gone, ...extra]) notes.push(`${kind}: ${episode.sessionNativeId}: ${one}`);
    }
    const found = `${expected} counted, ${lost} of them missing, ${invented} more in episodes`;
    return { id: rule, what: `${kind} of transcripts`, found, state: exactly(expected > 0 && lost + invented === 0) };
  });
  return { verdicts, notes };
}

/** Items that their line does not prove. `shift` looks at other lines, which should prove nothing. */
function unproved(all: readonly FromTranscript[], shift = 0): { items: number; bare: string[] } {
  let items = 0;
  const bare: string[] = [];
  for (const { episode, path } of all) {
    const lines = readFileSync(path, 'utf8').split('\n');
    const lineOf = (pointer = '') => lines[Number(/\d+/.exec(pointer)?.[0]) - 1 + shift] ?? '';
    const note = (isProved: boolean, id: string) => {
      items++;
      if (!isProved) bare.push(`${episode.sessionNativeId} ${id}`);
    };
    for (const { id, chosen, origin } of episode.decisions) {
      const text = lineOf(origin?.pointer)
        .replaceAll(/\\[nt]/g, '')
        .replaceAll(/[^A-Za-z]/g, '')
        .toLowerCase();
      note(text.includes(startOf(chosen)), id);
    }
    for (const { id, type, commitSha, origin } of episode.events) {
      const line = lineOf(origin?.pointer);
      if (type === 'commit') note(line.includes(`${commitSha}]`), id);
      else if (type === 'error') note(/"is_error": ?true/.test(line), id);
      else note(line.includes('"tool_result"'), id);
    }
  }
  return { items, bare };
}

function tally(all: readonly FromTranscript[]): string {
  const counts = new Map<string, number>();
  const add = (key: string, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const { episode } of all) {
    add('decision', episode.decisions.length);
    for (const { type } of episode.events) add(type);
    add(`ended as ${episode.outcome}`);
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).join(', ');
}

/** Checks the transcripts in a folder. */
export async function transcripts(host: HostProcess, path: string): Promise<{ verdicts: Verdict[]; notes: string[] }> {
  const started = performance.now();
  const first = await readAll(host, path);
  const milliseconds = performance.now() - started;
  const again = await readAll(host, path);
  const all = await episodesOf(host);
  const [proof, control] = [unproved(all), unproved(all, 1)];
  const changed = (again.episodes ?? 0) + (again.episodesChanged ?? 0);
  const { verdicts, notes } = compared(all);
  return {
    verdicts: [
      ...verdicts,
      {
        id: 'R17',
        what: 'items that the line they name proves',
        found: `${proof.items - proof.bare.length} of ${proof.items}`,
        state: exactly(proof.items > 0 && proof.bare.length === 0),
      },
      {
        id: 'control',
        what: 'negative control: the line after it proves most of them not',
        found: `${control.bare.length} of ${control.items} unproved`,
        state: exactly(control.bare.length > control.items / 2),
      },
      {
        id: 'R15',
        what: 'transcripts read again',
        found: `${first.files} transcripts, ${first.episodes} episodes, ${changed} changed`,
        state: exactly((first.episodes ?? 0) > 0 && changed === 0),
      },
    ],
    notes: [
      ...notes,
      ...proof.bare.map((name) => `not proved by its line: ${name}`),
      ...(first.notedFiles ?? []).map(({ file, reason }) => `${file}: ${reason}`),
      `Transcripts: read in ${milliseconds.toFixed(0)} ms; ${tally(all)}.`,
    ],
  };
}

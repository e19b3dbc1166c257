import { readFileSync } from 'node:fs';

// Counts what a transcript of Claude Code contains, from the raw text of its records and without any code of the extractor.

/** Counts for the main conversation of one transcript. */
export interface TranscriptItems {
  /** Short ids of commits, as git printed them. */
  commits: string[];
  /** Choices of a person: answers, and approved plans. */
  chosen: string[];
  /** `tests failures` for each ExUnit run that printed a summary; doctests count as tests. */
  exUnit: string[];
  /** `passed failed` packages for each Go run; `null failed` for one that failed and of whose output only a part exists. */
  go: string[];
  /** Tool results that are marked as errors. */
  errors: number;
}

type Json = Record<string, unknown>;

/** The records in a line; some programs wrote two in one. */
function recordsOf(line: string): Json[] {
  const parts = line.replaceAll('}{"parentUuid"', '}\n{"parentUuid"').split('\n');
  return parts.flatMap((part) => {
    try {
      return [JSON.parse(part) as Json];
    } catch {
      return [];
    }
  });
}

function blocksOf(record: Json): Json[] {
  const content = (record.message as Json | undefined)?.content;
  return Array.isArray(content) ? (content as Json[]) : [];
}

function textOf({ content }: Json): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => String((part as Json)?.text ?? '')).join('\n') : '';
}

function approvedIn({ toolUseResult: result, planContent }: Json, asked: Json | undefined): string[] {
  if (typeof planContent === 'string') return [planContent];
  const { answers } = (result ?? {}) as { answers?: Record<string, string> };
  if (asked?.name === 'AskUserQuestion' && answers) return Object.values(answers);
  const plan = (asked?.input as Json | undefined)?.plan;
  return asked?.name === 'ExitPlanMode' && typeof plan === 'string' ? [plan] : [];
}

function exUnitIn(text: string): string[] {
  const all = [...text.matchAll(/^(?:(\d+) doctests?, )?(\d+) tests?, (\d+) failures?/gm)];
  return all.map(([, doctests = '0', tests, failures]) => `${Number(doctests) + Number(tests)} ${failures}`);
}

function goIn(text: string, { isPart, isEnd }: { isPart: boolean; isEnd: boolean }): string[] {
  const of = (word: string) =>
    text.split('\n').filter((line) => line.startsWith(`${word}\t`) || line.startsWith(`${word}  \t`));
  const passed = of('ok').filter((line) => !line.includes('[no tests to run]')).length;
  const failed = of('FAIL').length;
  if (isPart && failed > 0) return [`null ${failed}`];
  // If only the end of a run exists: it passed if something passed and no line consists of FAIL alone.
  if (isPart) return isEnd && passed > 0 && !/^FAIL$/m.test(text) ? [`${passed} 0`] : [];
  return passed + failed === 0 ? [] : [`${passed} ${failed}`];
}

/** Counts the items in one transcript, without those of subagents. */
export function itemsIn(path: string): TranscriptItems {
  const items: TranscriptItems = { commits: [], chosen: [], exUnit: [], go: [], errors: 0 };
  const uses = new Map<unknown, Json>();
  const records = readFileSync(path, 'utf8').split('\n').flatMap(recordsOf);
  for (const record of records.filter(({ isSidechain }) => isSidechain !== true)) {
    if (typeof record.planContent === 'string') items.chosen.push(...approvedIn(record, undefined));
    for (const block of blocksOf(record)) {
      if (block.type === 'tool_use') uses.set(block.id, block);
      if (block.type !== 'tool_result') continue;
      const asked = uses.get(block.tool_use_id);
      const command = String((asked?.input as Json | undefined)?.command ?? '');
      const text = textOf(block);
      if (block.is_error === true) items.errors++;
      else items.chosen.push(...approvedIn(record, asked));
      // A repository that the same command creates is only a trial.
      if (/git (?:-\S+ )*commit /.test(command) && !command.includes('git init')) {
        items.commits.push(...[...text.matchAll(/^\[.+ ([0-9a-f]{7,})\] /gm)].map(([, id]) => String(id).slice(0, 7)));
      }
      if (command.includes('mix test')) items.exUnit.push(...exUnitIn(text));
      const bare = command.replaceAll(/"[^"]*"/g, '');
      if (!bare.includes('git stash')) {
        const pipes = bare.split('||').join('').split('|').slice(1);
        const isEnd = pipes.length === 1 && /^\s*tail(?: -n)?(?: ?-\d+| \d+)?\s*$/.test(pipes[0] ?? '');
        items.go.push(...goIn(text, { isPart: pipes.length > 0, isEnd }));
      }
    }
  }
  return items;
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseLessonLine } from '@twicewise/ingest';
import { commandProblem, isCommand, readHelps, wordsOf } from './documented-commands.ts';
import { type GateResult, projectFiles } from './gate.ts';

/** A fenced block of a page: its language, the other words on that line, and its lines. */
interface Sample {
  file: string;
  line: number;
  language: string;
  /** The kind of block; for JSON, this names the check that it must pass. */
  is: string;
  lines: string[];
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(\S*)\s*(.*)$/;
/** Pages of the reference are not checked here: another gate compares them with their generator, samples included. */
const GENERATED = 'docs/reference/';
/** Guides. Decisions are not among them, because they describe the past and may name what no longer exists. */
const GUIDE = /^(?:README|CONTRIBUTING|docs\/[\w-]+)\.md$/;

/** The fenced blocks of a page, and its lines. The lines of blocks are emptied, so that line numbers stay right. */
function takeApart(file: string, text: string): { samples: Sample[]; prose: string[] } {
  const samples: Sample[] = [];
  let open: { mark: string; sample: Sample } | null = null;
  const prose = text.split('\n').map((content, index) => {
    const [, mark, language = '', is = ''] = FENCE.exec(content) ?? [];
    if (open === null) {
      if (mark === undefined) return content;
      open = { mark, sample: { file, line: index + 1, language, is, lines: [] } };
      samples.push(open.sample);
    } else if (mark?.startsWith(open.mark) && language === '') open = null;
    else open.sample.lines.push(content);
    return '';
  });
  return { samples, prose };
}

function lessonLineProblem(text: string): string | null {
  const read = parseLessonLine(text, 1);
  if (!read.ok) return read.reason;
  const unknown = Object.keys(read.lesson.extra ?? {});
  return unknown.length === 0 ? null : `${unknown.join(', ')} means nothing in a lesson`;
}

/** The kinds of JSON blocks, and how each is checked. */
const JSON_KINDS: Readonly<Record<string, (text: string) => string | null>> = { 'lesson-line': lessonLineProblem };

function jsonProblem({ is, lines }: Sample): string | null {
  const check = Object.hasOwn(JSON_KINDS, is) ? JSON_KINDS[is] : undefined;
  if (!check) return `says \`json ${is}\`; name what it is: ${Object.keys(JSON_KINDS).join(', ')}`;
  return lines.map(check).find((problem) => problem !== null) ?? null;
}

const NODE = String.raw`\w+(?:\[\(?[^\]]+\)?\])?`;
const CHART = new RegExp(
  `^\\s*(?:flowchart (?:LR|TD)|subgraph \\w+ \\[[^\\]]+\\]|end|${NODE}(?: -->(?:\\|[^|]+\\|)? ${NODE})+)$`,
);

/** Mermaid itself would need a browser; this checks only the parts of it that the pages use. */
function chartProblem({ lines }: Sample): string | null {
  const strange = lines.find((line) => !CHART.test(line));
  if (strange !== undefined) return `is no flowchart that we know: ${strange.trim()}`;
  const count = (start: RegExp) => lines.filter((line) => start.test(line)).length;
  return count(/^\s*subgraph /) === count(/^\s*end$/) ? null : 'has a subgraph without its end';
}

/** A program is the very file that a test runs; the block names it, seen from its page. */
function programProblem(root: string, { file, is, lines }: Sample): string | null {
  const path = join(root, dirname(file), is);
  if (is === '' || !existsSync(path)) return 'names no file that holds it, and that a test runs';
  return readFileSync(path, 'utf8') === `${lines.join('\n')}\n` ? null : `is not what ${is} holds`;
}

type Checked = (sample: Sample) => string | null;

/** Checks the samples and commands in the documentation. A sample that no program can check is refused. */
export function verifySamples(root: string): GateResult {
  const helps = readHelps(root);
  const typed = (line: string) => line.replace(/\s+#.*$/, '').trim();
  const shellProblem: Checked = ({ lines }) => {
    const problems = lines.map(typed).map((line) => line && commandProblem(root, wordsOf(line), helps));
    return problems.find(Boolean) || null;
  };
  const checks: Readonly<Record<string, Checked>> = {
    sh: shellProblem,
    json: jsonProblem,
    js: (sample) => programProblem(root, sample),
    mermaid: chartProblem,
  };
  const problems: string[] = [];
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const file of projectFiles(root).filter((path) => path.endsWith('.md') && !path.startsWith(GENERATED))) {
    const { samples, prose } = takeApart(file, readFileSync(join(root, file), 'utf8'));
    for (const sample of samples) {
      count(sample.language);
      const check = Object.hasOwn(checks, sample.language) ? checks[sample.language] : undefined;
      const problem = check ? check(sample) : `is in ${sample.language || 'no language'}, which nothing checks`;
      if (problem !== null) problems.push(`${file}:${sample.line} sample ${problem}`);
    }
    if (!GUIDE.test(file)) continue;
    for (const [index, line] of prose.entries()) {
      for (const [, code = ''] of line.matchAll(/`([^`]+)`/g)) {
        const words = wordsOf(code);
        if (!isCommand(words, helps)) continue;
        count('commands in sentences');
        const problem = commandProblem(root, words, helps);
        if (problem !== null) problems.push(`${file}:${index + 1} names \`${code}\`, but ${problem}`);
      }
    }
  }
  return { problems, summary: [...counts].map(([what, number]) => `${number} ${what}`).join(', ') };
}

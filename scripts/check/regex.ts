import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ownFolder } from './own-folder.ts';
import { conclude, exactly, say } from './verdicts.ts';

// `npm run check:regex`: none of our regular expressions takes much more than linear time on any text (T34). recheck proves that
// each literal in packages, and each expression that core and mcp build, is safe, or shows an attack. Expressions that only see
// our own constants are checked as well.

process.env.RECHECK_BACKEND = 'pure';
const { require } = ownFolder('recheck', { recheck: '4.5.0' });
const { checkSync } = require('recheck') as {
  checkSync: (
    source: string,
    flags: string,
    options: { timeout: number },
  ) => {
    status: 'safe' | 'vulnerable' | 'unknown';
    complexity?: { type: string; summary: string };
    attack?: { pattern: string; string: string };
  };
};

const ROOT = join(import.meta.dirname, '../..');
/** Maximum time for one expression, in milliseconds. */
const TIMEOUT = 60_000;

interface Literal {
  file: string;
  source: string;
  flags: string;
}

/** All regular expression literals below a node of the syntax tree. */
function* literalsIn(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (node === null || typeof node !== 'object') return;
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (regex) yield regex;
  for (const child of Object.values(node)) yield* literalsIn(child);
}

function literalsOf(file: string): Literal[] {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  return [...literalsIn(program)].map(({ pattern, flags }) => ({ file, source: pattern, flags }));
}

/**
 * Maximum length of a text that is stored or searched, in characters, and maximum time of one expression for it, in milliseconds.
 */
const LONGEST_TEXT = 65_536;
const MAX_MS = 50;

/** Runs of an attack. The quickest counts, because other programs may have slowed the others down. */
const RUNS = 3;

/** Runs the expression on recheck's own attack, made as long as our longest text; returns milliseconds. */
function attackTime({ source, flags }: Pick<Literal, 'source' | 'flags'>, attack: string): number {
  const expression = new RegExp(source, flags.replace('g', ''));
  const text = attack.repeat(Math.ceil(LONGEST_TEXT / Math.max(1, attack.length))).slice(0, LONGEST_TEXT);
  const once = () => {
    const started = performance.now();
    expression.test(text);
    return performance.now() - started;
  };
  let quickest = once();
  for (let run = 1; run < RUNS && quickest > MAX_MS; run++) quickest = Math.min(quickest, once());
  return quickest;
}

/** Null if none of our texts can make it slow. recheck considers bounded repeats polynomial, so its attack is then tried. */
function problemOf(one: Pick<Literal, 'source' | 'flags'>): string | null {
  // recheck knows neither the flag `d` nor names of groups. Neither affects the time, so they are removed.
  const known = one.source.replace(/\(\?<(?![=!])[^>]{1,40}>/g, '(');
  const { status, complexity, attack } = checkSync(known, one.flags.replace('d', ''), { timeout: TIMEOUT });
  if (status === 'safe') return null;
  const said = `${status}${complexity ? `, ${complexity.summary}` : ''}`;
  if (!attack || complexity?.type === 'exponential')
    return `${said}${attack ? `: ${attack.pattern.slice(0, 120)}` : ''}`;
  const took = attackTime(one, attack.string);
  return took <= MAX_MS ? null : `${said}: ${took.toFixed(0)} ms for ${attack.pattern.slice(0, 120)}`;
}

/** Expressions that our modules build while they load, which are not literals. */
async function assembled(): Promise<Literal[]> {
  const found: Literal[] = [];
  const Native = globalThis.RegExp;
  const Watched = new Proxy(Native, {
    construct(target, [source, flags = '']: [string | RegExp, string?]) {
      const made = new target(source, flags);
      const caller = new Error().stack?.split('\n').find((line) => line.includes('/packages/'));
      if (caller)
        found.push({ file: caller.trim().replace(/^.*\/packages\//, 'packages/'), source: made.source, flags });
      return made;
    },
  });
  globalThis.RegExp = Watched;
  try {
    await Promise.all(['core', 'mcp'].map((name) => import(join(ROOT, 'packages', name, 'src/index.ts'))));
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}

// Sources that only our tests use are left out: nobody else's text reaches them.
const files = globSync('packages/*/{src,bin}/**/*.{ts,tsx,js,mjs}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const literals = [...files.flatMap(literalsOf), ...(await assembled())];
const different = [...new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
say(`${different.length} expressions in ${files.length} files`);
const bad = different.flatMap((one) => {
  const problem = problemOf(one);
  return problem === null ? [] : [`${one.file} /${one.source}/${one.flags}: ${problem}`];
});
process.exitCode = conclude(
  [
    {
      id: 'T34',
      what: 'expressions proven safe, or quick on the worst text found',
      found: `${different.length - bad.length} of ${different.length}`,
      state: exactly(bad.length === 0),
    },
    {
      id: 'control',
      what: 'a vulnerable one is noticed',
      found: problemOf({ source: '(a+)+$', flags: '' }) ?? 'missed',
      state: exactly(problemOf({ source: '(a+)+$', flags: '' }) !== null),
    },
  ],
  bad,
);

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { parseSync } from 'vite';
import { ownFolder } from './own-folder.ts';
import { conclude, exactly, say } from './verdicts.ts';

// `npm run check:regex`: none of our regular expressions takes much more than linear time on any text (T34). recheck proves that
// each literal in packages, and each expression that core and mcp build, is safe, or shows an attack. Expressions that only see
// our own constants are checked as well.

process.env.RECHECK_BACKEND = 'pure';
const { require } = ownFolder('recheck', { recheck: '4.5.0' });

/** What recheck found of an expression. A pump is a part of the attack that makes it the slower the more often it stands there. */
interface Found {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { type: string; summary: string; isFuzz: boolean };
  attack?: { pattern: string; string: string; pumps: readonly { prefix: string; pump: string }[]; suffix: string };
}
const { checkSync } = require('recheck') as {
  checkSync: (source: string, flags: string, options: { timeout: number; checker?: 'fuzz' }) => Found;
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
/** An expression that takes longer is stopped, in milliseconds. */
const STOPPED_AFTER = 5000;

/** The attack as long as our longest text: the whole of it again and again, and with its pumps alone repeated. */
function longAttacks({ string, pumps, suffix }: NonNullable<Found['attack']>): string[] {
  const fixed = [...pumps.map(({ prefix }) => prefix), suffix].join('').length;
  const pumped = pumps.map(({ pump }) => pump).join('').length;
  const times = Math.max(1, Math.floor((LONGEST_TEXT - fixed) / Math.max(1, pumped)));
  const pumpedOnly = `${pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('')}${suffix}`;
  const whole = string.repeat(Math.ceil(LONGEST_TEXT / Math.max(1, string.length))).slice(0, LONGEST_TEXT);
  return [whole, pumpedOnly];
}

/** Milliseconds of the processor that the expression takes for this text, at most {@link STOPPED_AFTER}. */
function timeOf({ source, flags }: Pick<Literal, 'source' | 'flags'>, text: string): number {
  const context = createContext({ expression: new RegExp(source, flags.replace('g', '')), text });
  const once = () => {
    const before = process.threadCpuUsage();
    try {
      runInContext('expression.test(text)', context, { timeout: STOPPED_AFTER });
    } catch {
      return STOPPED_AFTER;
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  let quickest = once();
  for (let run = 1; run < RUNS && quickest > MAX_MS && quickest < STOPPED_AFTER; run++)
    quickest = Math.min(quickest, once());
  return quickest;
}

/** Expressions that were only tried by random texts, because recheck did not prove them within its time. */
const tried: string[] = [];

/**
 * Null if none of our texts can make it slow. recheck takes bounded repeats for polynomial, and where it only tried for exponential, so
 * its attack is run. What it cannot prove within its time it tries by random texts.
 */
function problemOf(one: Pick<Literal, 'source' | 'flags'>): string | null {
  // recheck knows neither the flag `d` nor names of groups. Neither affects the time, so they are removed.
  const known = one.source.replace(/\(\?<(?![=!])[^>]{1,40}>/g, '(');
  const flags = one.flags.replace('d', '');
  const proven = checkSync(known, flags, { timeout: TIMEOUT });
  const isProven = proven.status !== 'unknown';
  if (!isProven) tried.push(one.source);
  const { status, complexity, attack } = isProven
    ? proven
    : checkSync(known, flags, { timeout: TIMEOUT, checker: 'fuzz' });
  if (status === 'safe') return null;
  const said = `${status}${complexity ? `, ${complexity.summary}` : ''}`;
  if (!attack) return said;
  if (complexity?.type === 'exponential' && !complexity.isFuzz) return `${said}: ${attack.pattern.slice(0, 120)}`;
  const took = Math.max(...longAttacks(attack).map((text) => timeOf(one, text)));
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
const bad = different.flatMap((one, at) => {
  if (at > 0 && at % 100 === 0) say(`${at} checked`);
  const problem = problemOf(one);
  return problem === null ? [] : [`${one.file} /${one.source}/${one.flags}: ${problem}`];
});
process.exitCode = conclude(
  [
    {
      id: 'T34',
      what: 'expressions proven safe, or quick on the worst text found',
      found: `${different.length - bad.length} of ${different.length}, ${tried.length} of them by random texts alone`,
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

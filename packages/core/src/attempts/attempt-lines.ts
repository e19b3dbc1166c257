import type { Attempt, AttemptContent, RelevanceTier } from '@twicewise/contract';
import { shareOfWords } from '@twicewise/search';
import { summarised } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';

// An attempt, or a call, in one line: verb 'arguments' → finding, lesson (S4-18). It is made by rules from what is recorded: no
// model is asked, and every line is the same whenever it is made.

/** One attempt or one call, before it is a line. */
export interface TriedThing {
  attemptId: string;
  /** Place of the call among those of the attempt; null for the attempt itself. */
  call: number | null;
  verb: string;
  about: string;
  finding: string;
  /** Why it did not work; null where nobody said. */
  why: string | null;
  lesson: string | null;
  tier: RelevanceTier;
}

type Call = AttemptContent['calls'][number];

/** Past tense of what well-known tools do; other tools are named. */
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/^(?:bash|shell|exec(?:ute)?|run|terminal)(?:_command)?$/i, 'ran'],
  [/^(?:read|view|cat|open)(?:_?file)?$/i, 'read'],
  [/^(?:edit|multi_?edit|replace|apply_patch|str_replace)(?:_?file)?$/i, 'edited'],
  [/^(?:write|create)(?:_?file)?$/i, 'wrote'],
  [/^(?:grep|glob|search|web_?search|find)(?:_?files?)?$/i, 'searched'],
  [/^(?:web_?)?fetch$/i, 'fetched'],
];
/** Parameters that say what a call was about, the most telling first. */
const TELLING = ['command', 'query', 'pattern', 'file_path', 'filePath', 'path', 'url', 'description'];

function aboutOf({ params }: Call): string {
  const texts = [...TELLING.map((name) => params[name]), ...Object.values(params)];
  const said = texts.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return said ?? (Object.keys(params).length === 0 ? '' : JSON.stringify(params));
}

const isSaid = (text: string | null | undefined): text is string => (text ?? '').trim() !== '';
const firstSaid = (...texts: (string | null | undefined)[]) => texts.find(isSaid) ?? null;

/** What is seen last of an output: that is where it says how it ended. */
function lastLine(output: Call['output']): string | null {
  return firstSaid(...(output?.tail || output?.head || '').split('\n').reverse());
}

/** Share of the words of the goal from which a line counts as relevant. */
const HIGH = 1 / 2;
const MEDIUM = 1 / 5;
/** Characters of a text that are compared with the goal. */
const MAX_COMPARED = 8000;

function tierOf(goal: ReadonlySet<string>, texts: readonly (string | null | undefined)[]): RelevanceTier {
  const share = shareOfWords(goal, texts.filter(isSaid).join('\n').slice(0, MAX_COMPARED));
  return share >= HIGH ? 'high' : share >= MEDIUM ? 'medium' : 'low';
}

/** True for a call of which there is something to say: its author did, or it went wrong. */
function isTelling({ insights, learning, outcome }: Call): boolean {
  return isSaid(insights) || isSaid(learning) || (outcome !== 'success' && outcome !== 'unknown');
}

function ofCall(attemptId: string, call: Call, place: number, goal: ReadonlySet<string>): TriedThing {
  const { tool, outcome, insights, learning, relevance, output } = call;
  const about = aboutOf(call);
  const end = outcome === 'success' ? null : lastLine(output);
  return {
    attemptId,
    call: place,
    verb: VERBS.find(([names]) => names.test(tool))?.[1] ?? tool,
    about,
    finding: firstSaid(insights) ?? (end === null ? outcome : `${outcome}: ${end}`),
    why: null,
    lesson: firstSaid(learning),
    // What its author said of it counts before what is computed.
    tier: relevance ?? tierOf(goal, [about, insights, learning]),
  };
}

/** The outcome of an attempt, and what its checks or errors say of it. */
function findingOf({ outcome, content }: Attempt): string {
  const { synthesis, checks, errors } = content;
  const counts = checks.findLast((check) => (check.counts?.failed ?? null) !== null)?.counts;
  const tests = counts?.failed ? `${counts.failed} of ${counts.failed + (counts.passed ?? 0)} tests failed` : null;
  const said = firstSaid(
    synthesis,
    outcome === 'success' ? null : tests,
    outcome === 'success' ? null : errors[0]?.message,
  );
  return said === null ? outcome : `${outcome}: ${said}`;
}

const PLACE: Readonly<Record<RelevanceTier, number>> = { high: 0, medium: 1, low: 2 };

/** An attempt and its calls as things that were tried, in their order. */
export function triedIn(attempt: Attempt, goal: ReadonlySet<string>): TriedThing[] {
  const { id, task, strategy, content } = attempt;
  const { reflection, errors, synthesis } = content;
  const calls = content.calls.flatMap((call, place) => (isTelling(call) ? [ofCall(id, call, place, goal)] : []));
  const stated = content.calls.flatMap(({ relevance }) => relevance ?? []);
  const texts = [task, strategy, synthesis, reflection?.text, reflection?.rootCause, ...(reflection?.lessons ?? [])];
  const computed = tierOf(goal, [...texts, ...errors.slice(0, 10).map(({ message }) => message)]);
  const why = firstSaid(reflection?.rootCause, reflection?.causalReasoning, errors[0]?.message);
  return [
    {
      attemptId: id,
      call: null,
      verb: 'tried',
      about: firstSaid(strategy, task) ?? '',
      finding: findingOf(attempt),
      why,
      lesson: firstSaid(...(reflection?.lessons ?? []), ...(reflection?.insights ?? []), reflection?.rootCause),
      // An attempt is as relevant as the most relevant of its calls was said to be.
      tier: [computed, ...stated].toSorted((a, b) => PLACE[a] - PLACE[b])[0] ?? computed,
    },
    ...calls,
  ];
}

/** The most relevant first, and in their order where they are equally relevant (S4-23). */
export function byTier(things: readonly TriedThing[]): TriedThing[] {
  return things.toSorted((a, b) => PLACE[a.tier] - PLACE[b.tier]);
}

/** Maximum tokens of the arguments, and of each other part of a line. */
const ABOUT_TOKENS = 30;
const PART_TOKENS = 40;

/** A line of the text. With `mark`, that is how it begins, and it says why it did not work. */
export function triedLine(thing: TriedThing, mark: string | null, count: CountTokens): string {
  const { verb, about, finding, why, lesson, attemptId, tier } = thing;
  const part = (text: string, most: number) => summarised(text, most, count).replace(/\.$/, '');
  // Quotes enclose the arguments, so none may stand in them.
  const named = about === '' ? '' : ` '${part(about, ABOUT_TOKENS).replaceAll("'", '’')}'`;
  const isNews = why !== null && !finding.includes(why);
  const because = mark !== null && isNews ? `, because ${part(why, PART_TOKENS)}` : '';
  const learned = lesson === null || (because !== '' && lesson === why) ? '' : `, ${part(lesson, PART_TOKENS)}`;
  return `- ${mark ?? tier}: ${part(verb, 8)}${named} → ${part(finding, PART_TOKENS)}${because}${learned} [${attemptId}]`;
}

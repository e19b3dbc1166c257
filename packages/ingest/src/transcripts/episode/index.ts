import { type Counts, countsText } from '@twicewise/checks';
import { MAX_TEXT_BYTES } from '@twicewise/contract';
import type { Clean } from '@twicewise/redaction';
import { shortHash } from '../../short-hash.ts';
import { firstWords } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { headingOf } from '../plan-heading.ts';
import type { Call, Decided, Result, SessionFacts, Step } from '../steps.ts';
import { assembleEpisode, type TranscriptEpisode } from './assemble.ts';
import { commitsOf } from './commits.ts';
import { EpisodeDraft, type StepEvent } from './draft.ts';
import { endingWatch } from './ending.ts';
import { errorOf, hasFailed, toldIn } from './errors.ts';
import { openedBy } from './pull-requests.ts';
import { testRuns } from './test-runs.ts';
import { type Words, wordsBy } from './words.ts';

// The episode of a transcript. These rules are not in `extraction`, because they see the same as the rules for lessons: the steps
// of a session, whichever program wrote them, each with its line and time. `extraction` reads logs, which have only words. One
// file per rule: `commits` (R4), `runner-counts` and `test-runs` (R3), `errors`, `pull-requests`, `ending` (R2); `assemble`
// assigns ids and times (R1, R7, R8).

export type { TranscriptEpisode } from './assemble.ts';

/** Version of the rules in this folder (R17). Increase it with every change of their results. */
export const TRANSCRIPT_RULES = 3;

/** Maximum lengths of an episode's texts, in UTF-8 bytes. */
const MAX_TASK = 4000;
const MAX_PLAN = MAX_TEXT_BYTES / 2;
const MAX_ANSWER = 8000;
const MAX_LINE = 500;
/** Maximum length of a command that is shown, in UTF-16 units. */
const MAX_COMMAND = 120;
/** Maximum number of calls that wait for a result, and of lines that an error names. */
const MAX_CALLS = 200;
const MAX_NAMED = 20;
/** Number of lines shown for a failed test run. */
const MAX_TOLD = 2;

const NOTHING_SAID = {
  type: null,
  risks: [],
  confidence: null,
  outcome: 'unknown' as const,
  outcomeSource: 'defaulted' as const,
};

/** Builds the episode of one transcript from its steps. Steps must come in order. */
export class EpisodeCollector {
  readonly #clean: Clean;
  readonly #words: Words;
  readonly #draft = new EpisodeDraft();
  readonly #calls = new Map<string, Call>();
  readonly #errors = new Map<string, { event: StepEvent; lines: number[]; count: number }>();
  readonly #known = new Set<string>();
  readonly #tests = testRuns();
  readonly #ending = endingWatch();
  #task: string | null = null;
  #metrics = { tool_calls: 0, errors: 0 };
  #lastCounts: Counts | null = null;

  /** `clean` removes secrets from a text. */
  constructor(clean: Clean) {
    this.#clean = clean;
    this.#words = wordsBy(clean);
  }

  /** Takes the next step. Steps of subagents are skipped: the episode is about the conversation with the person. */
  take(step: Step, cwd: string | null): void {
    if (step.chain !== '') return;
    if (step.kind === 'prompt') this.#task ??= this.#words(step.text, MAX_TASK);
    if (step.kind === 'decided') this.#decide(step);
    if (step.kind === 'call') {
      this.#metrics.tool_calls++;
      this.#calls.set(step.id, step);
      forgetOldest(this.#calls, MAX_CALLS);
    }
    if (step.kind !== 'result') return;
    if (hasFailed(step)) this.#metrics.errors++;
    const call = this.#calls.get(step.id);
    this.#calls.delete(step.id);
    if (call && !step.isHarness && step.rejection === null) this.#done(call, step, cwd);
  }

  /** Call at the end of the transcript. Returns null when there was no request, decision or event. */
  end(facts: SessionFacts): TranscriptEpisode | null {
    const { decisions, events } = this.#draft;
    if (this.#task === null && decisions.length + events.length === 0) return null;
    for (const { event, lines, count } of this.#errors.values()) {
      if (count > 1) event.extra = { count, lines };
    }
    return assembleEpisode({
      facts,
      task: this.#task ?? this.#words(facts.title ?? '', MAX_TASK),
      draft: this.#draft,
      ending: this.#ending.ending(),
      metrics: this.#metrics,
      lastCounts: this.#lastCounts,
    });
  }

  /** Adds a decision of the person, with the question as context. It has a reason only if one was written. */
  #decide({ about, context, options, chosen, rationale, at, line }: Decided): void {
    const isPlan = about === 'plan';
    const text = this.#words(chosen, isPlan ? MAX_PLAN : MAX_ANSWER);
    // A plan approved at the end of a session begins the next one. There it is one decision, however often it is shown.
    if (text === '' || (isPlan && !this.#isNew(`plan ${shortHash(text)}`))) return;
    // A session can begin with a plan instead of a request.
    if (isPlan) this.#task ??= this.#words(headingOf(text), MAX_TASK);
    this.#draft.addDecision({
      ...NOTHING_SAID,
      context: this.#words(context, MAX_ANSWER),
      options: options.map((option) => this.#words(option, MAX_LINE)),
      chosen: text,
      rationale: rationale === null ? null : this.#words(rationale, MAX_ANSWER),
      extra: { about },
      at,
      line,
    });
  }

  /** Takes a call that was carried out, whether or not it failed. */
  #done(call: Call, result: Result, cwd: string | null): void {
    const run = this.#tests.of(call, result);
    if (run?.counts) this.#countTests(call, result, run.counts);
    const commits = commitsOf(call, result, cwd);
    const { at, line } = result;
    const rest = { commitSha: null, extra: {}, at, line };
    for (const { sha, subject, amends } of commits) {
      if (!this.#isNew(`commit ${sha.slice(0, 7)}`)) continue;
      if (amends) this.#draft.dropLast('commit');
      this.#draft.addEvent({ ...rest, type: 'commit', content: this.#words(subject, MAX_LINE), commitSha: sha });
    }
    for (const address of openedBy(call, result)) {
      const content = this.#words(`Pull request opened: ${address}`, MAX_LINE);
      if (this.#isNew(content)) this.#draft.addEvent({ ...rest, type: 'milestone', content });
    }
    // The counts of a test run already report its failure.
    if (hasFailed(result) && !run?.counts) this.#noteError(call, result);
    this.#ending.take(call, result, run, commits.length > 0);
  }

  #isNew(name: string): boolean {
    const isNew = !this.#known.has(name);
    this.#known.add(name);
    return isNew;
  }

  #shown(call: Call): string {
    // Secrets are removed first, because a cut may go through one.
    return `\`${firstWords(this.#clean(call.command ?? call.tool), MAX_COMMAND)}\``;
  }

  #countTests(call: Call, result: Result, counts: Counts): void {
    this.#lastCounts = counts;
    const told = (counts.failed ?? 0) > 0 ? toldIn(this.#clean(result.text)).slice(0, MAX_TOLD) : [];
    const content = [`${this.#shown(call)}: ${countsText(counts)}`, ...told];
    this.#draft.addEvent({
      type: 'test',
      content: content.map((text) => this.#words(text, MAX_LINE)).join('\n'),
      commitSha: null,
      extra: { ...counts },
      at: result.at,
      line: result.line,
    });
  }

  /** Errors with the same text become one event, at the first one, with their number and lines. */
  #noteError(call: Call, result: Result): void {
    const error = errorOf(call, result, this.#clean(result.text));
    if (error === null) return;
    const known = this.#errors.get(error.signature);
    if (known) {
      known.count++;
      if (known.lines.length < MAX_NAMED) known.lines.push(result.line);
      return;
    }
    const { at, line } = result;
    const content = [`${this.#shown(call)} failed`, ...error.told]
      .map((text) => this.#words(text, MAX_LINE))
      .join('\n');
    const event = this.#draft.addEvent({ type: 'error', content, commitSha: null, extra: {}, at, line });
    if (event) this.#errors.set(error.signature, { event, lines: [line], count: 1 });
  }
}

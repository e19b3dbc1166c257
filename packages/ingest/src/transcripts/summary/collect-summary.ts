import type { SummaryPart } from '@twicewise/contract';
import type { Clean } from '@twicewise/redaction';
import { isFollowUp } from '../attempts/follow-up.ts';
import { type Words, wordsBy } from '../episode/words.ts';
import { firstWords } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { headingOf } from '../plan-heading.ts';
import type { Call, Decided, Step } from '../steps.ts';
import { type Checked, errorsSaid, progressSaid } from './checks-said.ts';
import { TodoList } from './todo-list.ts';
import type { Todo } from './todo-news.ts';

// Where a session stands, as its transcript shows it: what was asked for, the plan that a person approved, the last checks, the
// agent's own list. Nothing is concluded from what the agent says of its work.

/** Where a session stands by its transcript; a part is null where the transcript says nothing of it. */
export interface TranscriptSummary extends Record<SummaryPart, string | null> {
  /** Parts that are null because nothing is left: all todos are done, or the last checks found no error. */
  cleared: SummaryPart[];
}

/** Maximum lengths of texts, in UTF-8 bytes. A part is told in 90 tokens; the rest is for people. */
const MAX_GOAL = 1000;
const MAX_PLAN = 1500;
const MAX_PART = 1500;
/** Maximum lengths of texts within a part, in UTF-16 units. */
const MAX_TODO = 200;
const MAX_ANSWER = 160;
/** Maximum number of calls that wait for a result, and of answers of the person that are kept. */
const MAX_CALLS = 200;
const MAX_ANSWERS = 3;

/** Collects where a session stands from the steps of its transcript, which must come in order. */
export class SummaryCollector {
  readonly #clean: Clean;
  readonly #words: Words;
  readonly #calls = new Map<string, Call>();
  readonly #list = new TodoList();
  readonly #answers = new Map<string, string>();
  #goal = '';
  #asked = '';
  #plan: string | null = null;

  /** `clean` removes secrets from a text. */
  constructor(clean: Clean) {
    this.#clean = clean;
    this.#words = wordsBy(clean);
  }

  /** Takes the next step. Steps of subagents are skipped: their lists and plans are their own. */
  take(step: Step): void {
    if (step.chain !== '') return;
    if (step.kind === 'prompt') this.#requested(step.text);
    if (step.kind === 'decided') this.#decided(step);
    if (step.kind === 'call' && step.todos) {
      this.#calls.set(step.id, step);
      forgetOldest(this.#calls, MAX_CALLS);
    }
    if (step.kind !== 'result') return;
    const news = this.#calls.get(step.id)?.todos;
    this.#calls.delete(step.id);
    if (news && !step.failed && step.rejection === null) this.#list.take(news, step.text);
  }

  /** Call at the end of the transcript. Returns null where it says nothing. */
  end(found: Checked): TranscriptSummary | null {
    const todos = this.#list.todos();
    const isDone = todos?.every(({ status }) => status === 'done') ?? false;
    const errors = errorsSaid(found);
    const known = [...(errors ?? []), ...this.#answers.values()];
    const parts = {
      // Words that only go on name no goal.
      goal: isFollowUp(this.#goal) ? null : this.#part(this.#goal, MAX_GOAL),
      progress: this.#part(this.#progress(found, todos ?? []), MAX_PART),
      approach: this.#plan,
      known: this.#part(known.join('\n'), MAX_PART),
      next: this.#part(openTodos(todos ?? [], this.#clean), MAX_PART),
    };
    if (Object.values(parts).every((part) => part === null)) return null;
    const cleared: SummaryPart[] = [];
    if (errors !== null && parts.known === null) cleared.push('known');
    if (isDone && parts.next === null) cleared.push('next');
    return { ...parts, cleared };
  }

  /** The first request that names a task is the goal; what a person asked for since is a part of where the session stands. */
  #requested(text: string): void {
    const isFirst = this.#goal === '' || isFollowUp(this.#goal);
    if (isFirst) this.#goal = text;
    else if (!isFollowUp(text)) this.#asked = text;
  }

  #decided({ about, context, chosen }: Decided): void {
    if (about === 'plan') {
      this.#plan = this.#part(chosen, MAX_PLAN) ?? this.#plan;
      // A session can begin with a plan instead of a request.
      if (this.#goal === '') this.#goal = headingOf(chosen);
      return;
    }
    const [question, answer] = [context, chosen].map((text) => firstWords(this.#clean(text), MAX_ANSWER));
    this.#answers.delete(context);
    this.#answers.set(context, `Asked “${question}”, the person answered “${answer}”.`);
    forgetOldest(this.#answers, MAX_ANSWERS);
  }

  #progress(found: Checked, todos: readonly Todo[]): string {
    const done = todos.filter(({ status }) => status === 'done').map(({ text }) => shown(text, this.#clean));
    const asked = firstWords(this.#clean(this.#asked), MAX_TODO);
    return [
      ...progressSaid(found),
      ...(done.length === 0 ? [] : [`Done by its list: ${done.join('; ')}.`]),
      ...(asked === '' ? [] : [`Asked for last: ${asked}`]),
    ].join('\n');
  }

  #part(text: string, max: number): string | null {
    return this.#words(text, max) || null;
  }
}

const shown = (text: string, clean: Clean) => firstWords(clean(text), MAX_TODO).replace(/[.;]$/, '');

/** Todos that are not done, those in progress first. */
function openTodos(todos: readonly Todo[], clean: Clean): string {
  const of = (wanted: Todo['status'], note = '') =>
    todos.filter(({ status }) => status === wanted).map(({ text }) => `${shown(text, clean)}${note}`);
  return [...of('in_progress', ' (in progress)'), ...of('open'), ...of('blocked', ' (blocked)')].join('; ');
}

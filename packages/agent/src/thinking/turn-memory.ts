import type { InputOf, OutputOf } from '@twicewise/client';
import { asData } from '../lessons-prompt.ts';
import type { Memory } from '../memory.ts';
import { PatientWriter } from '../patient-writer.ts';
import { asError, type Problem, quietly, type Unsaved } from '../problems.ts';
import { storable } from '../storable.ts';
import type { SummaryOfTurn } from './summarise-turn.ts';
import type { Wish } from './tools.ts';

/** A turn as the memory takes it. */
export type TurnToKeep = Omit<InputOf<'turn.save'>, 'sessionId' | 'projectId' | 'number' | 'summary'>;
/** A turn that was recalled, as the memory answers it. */
export type RecalledTurn = OutputOf<'turn.recall'>['items'][number];

/** What a recall brought. */
export interface Recalled {
  readonly turns: readonly RecalledTurn[];
  /** For the prompt: what was found, between marks as data, or why nothing was. */
  readonly text: string;
}

interface Own {
  number: number;
  summary: SummaryOfTurn;
}

/** Most tokens of the summaries in a prompt, and of one recall. */
const SUMMARY_TOKENS = 2000;
const RECALL_TOKENS = 4000;
/** Turns that a run remembers itself, for when the memory cannot be asked. */
const MAX_OWN = 10;

/** Most of one summary that a run tells itself, in UTF-16 units: what is told stays within the usual budget. */
const MAX_OWN_TEXT = 800;

/** The format of S2-40. */
const inFormat = ({ number, summary: { text, insights } }: Own) =>
  [`[Turn ${number}] ${text}`, ...(insights.length === 0 ? [] : [`Insights: ${insights.join('; ')}`])].join('\n');

/** What a run asks the memory of its turns, and keeps there. It never rejects: the run goes on without a memory (S2-49). */
export class TurnMemory {
  readonly #memory: Memory;
  /** Session and project of the run. */
  readonly place: { readonly sessionId: string; readonly projectId?: string };
  readonly #writer: PatientWriter;
  /** Summaries of this run, for when the memory lacks some of them. */
  readonly #own: Own[] = [];
  #kept = 0;
  /** Tells the caller what went wrong. */
  readonly report: (problem: Problem) => void;

  constructor(
    memory: Memory,
    place: { sessionId: string; projectId?: string | undefined },
    onProblem?: (problem: Problem) => void,
  ) {
    const { sessionId, projectId } = place;
    this.#memory = memory;
    this.place = { sessionId, ...(projectId === undefined ? {} : { projectId }) };
    this.#writer = new PatientWriter(onProblem);
    this.report = quietly(onProblem);
  }

  get unsaved(): Unsaved[] {
    return this.#writer.unsaved;
  }

  flush(): Promise<boolean> {
    return this.#writer.flush();
  }

  /** Opens the session with its goal. One that is there stays as it is. */
  async begin(goal: string): Promise<void> {
    const session = { ...this.place, goal: storable(goal) };
    await this.#writer.write('the session', (key) => this.#memory.call('session.start', session, { key }));
  }

  /** Number of the last turn that is kept; 0 for none, null where the memory cannot say. */
  lastNumber(): Promise<number | null> {
    return this.#read<number | null>(async () => {
      const { items } = await this.#memory.call('turn.list', { ...this.place, order: 'newest', limit: 20 });
      return Math.max(0, ...items.map(({ number }) => number));
    }, null);
  }

  /** What earlier turns came to, for a prompt (S2-04). */
  summaries(): Promise<string> {
    const own = this.#own.map((one) => inFormat(one).slice(0, MAX_OWN_TEXT)).join('\n\n');
    // What waits is missing in the memory. What it refused never comes, so it tells the others.
    if (this.#writer.unsaved.some(({ isWaiting }) => isWaiting)) return Promise.resolve(own);
    return this.#read(async () => {
      const { text } = await this.#memory.call('turn.summaries', { ...this.place, budget: SUMMARY_TOKENS });
      return text;
    }, own);
  }

  /** What the model wants to be reminded of (S2-05). Turns that it was given already do not come again. */
  async recall(wish: Wish, task: string, most: number, known: readonly string[]): Promise<Recalled> {
    if (most === 0) return { turns: [], text: 'No more turns can be recalled in this turn.' };
    const asked = {
      ...this.place,
      numbers: wish.turnNumbers,
      ids: wish.contextIds,
      words: wish.keywords.map((word) => storable(word, 500)),
      goal: task,
      except: [...known],
      limit: most,
      budget: RECALL_TOKENS,
    };
    return this.#read(
      async () => {
        const { items, leftOut, damaged } = await this.#memory.call('turn.recall', asked);
        const found = items.map(({ turn, text, isWhole }) => {
          const part = isWhole ? '' : ', passages of it';
          return `Turn ${turn.number} (${turn.id})${part}:\n${asData(text, `turn ${turn.number}`)}`;
        });
        const rest = leftOut === 0 ? [] : [`${leftOut} more were found and left out.`];
        const broken =
          damaged.length === 0 ? [] : [`Found, but damaged in the memory and not readable: ${damaged.join(', ')}.`];
        for (const line of broken) this.report(new Error(line));
        const told = found.length + broken.length === 0 ? ['Nothing was found.'] : found;
        return { turns: items, text: [...told, ...broken, ...rest].join('\n\n') };
      },
      { turns: [], text: 'Earlier turns cannot be recalled now. Go on without them.' },
    );
  }

  /** Keeps a turn with its summary; answers its id, null while it is not stored. */
  async keep(number: number | null, turn: TurnToKeep, summary: SummaryOfTurn): Promise<string | null> {
    this.#kept++;
    this.#own.push({ number: number ?? this.#kept, summary });
    if (this.#own.length > MAX_OWN) this.#own.shift();
    const whole = { ...this.place, ...turn, ...(number === null ? {} : { number }), summary };
    const answer = await this.#writer.write(`turn ${number ?? this.#kept}`, (key) =>
      this.#memory.call('turn.save', whole, { key }),
    );
    return answer?.turn.id ?? null;
  }

  async #read<T>(ask: () => Promise<T>, without: T): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      this.report(asError(thrown));
      return without;
    }
  }
}

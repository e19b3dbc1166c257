import { type EpisodeDecision, type EpisodeEvent, MAX_ITEMS } from '@twicewise/contract';
import type { Step } from '../steps.ts';

/** Most error events of a session: one that fails at everything needs no more to say so. */
const MAX_ERRORS = 200;

/** A decision or an event with the step that proves it; ids come last (R8). */
export type AtStep<T> = Omit<T, 'id' | 'at' | 'timeQuality' | 'origin'> & Pick<Step, 'at' | 'line'>;
export type StepDecision = AtStep<EpisodeDecision>;
export type StepEvent = AtStep<EpisodeEvent>;

/** What was found in a transcript so far, in its order and within the limits of an episode. */
export class EpisodeDraft {
  readonly decisions: StepDecision[] = [];
  readonly events: StepEvent[] = [];
  /** Items that there was no room for. */
  readonly leftOut = { decisions: 0, events: 0 };
  #errors = 0;

  addDecision(decision: StepDecision): void {
    if (this.decisions.length < MAX_ITEMS) this.decisions.push(decision);
    else this.leftOut.decisions++;
  }

  /** Takes out the last event of a type, if there is one: what took its place says so. */
  dropLast(type: string): void {
    const at = this.events.findLastIndex((event) => event.type === type);
    if (at >= 0) this.events.splice(at, 1);
  }

  /** Adds an event; answers it, to be completed by what comes later, or null when there is no room. */
  addEvent(event: StepEvent): StepEvent | null {
    const isError = event.type === 'error';
    if (this.events.length >= MAX_ITEMS || (isError && this.#errors >= MAX_ERRORS)) {
      this.leftOut.events++;
      return null;
    }
    if (isError) this.#errors++;
    this.events.push(event);
    return event;
  }
}

import { type EpisodeDecision, type EpisodeEvent, MAX_ITEMS } from '@twicewise/contract';
import type { Step } from '../steps.ts';

/** Maximum number of error events of a session; more would add nothing. */
const MAX_ERRORS = 200;

/** A decision or an event with the step that proves it; ids are assigned last (R8). */
export type AtStep<T> = Omit<T, 'id' | 'at' | 'timeQuality' | 'origin'> & Pick<Step, 'at' | 'line'>;
export type StepDecision = AtStep<EpisodeDecision>;
export type StepEvent = AtStep<EpisodeEvent>;

/** What has been found in a transcript so far, in order and within the limits of an episode. */
export class EpisodeDraft {
  readonly decisions: StepDecision[] = [];
  readonly events: StepEvent[] = [];
  /** Number of items that did not fit. */
  readonly leftOut = { decisions: 0, events: 0 };
  #errors = 0;

  addDecision(decision: StepDecision): void {
    if (this.decisions.length < MAX_ITEMS) this.decisions.push(decision);
    else this.leftOut.decisions++;
  }

  /** Removes the last event of a type, if any, because the next one replaces it. */
  dropLast(type: string): void {
    const at = this.events.findLastIndex((event) => event.type === type);
    if (at >= 0) this.events.splice(at, 1);
  }

  /** Adds an event and returns it, so that it can be completed later. Returns null when there is no room. */
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

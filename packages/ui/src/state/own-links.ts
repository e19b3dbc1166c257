/**
 * Tells the links that a screen wrote itself from those that a person opened: a screen keeps its place in the link, and what it
 * writes there may arrive after the person has gone on.
 */
export class OwnLinks {
  /** What the link holds, and what was written to it since, in order. */
  #written: (string | undefined)[];

  /** @param first What the link holds now. */
  constructor(first: string | undefined) {
    this.#written = [first];
  }

  /** Notes what the link holds now; true if the screen did not write it: a link was opened, or the back button was pressed. */
  noteHeld(place: string | undefined): boolean {
    const at = this.#written.indexOf(place);
    if (at < 0) this.#written = [place];
    else this.#written.splice(0, at);
    return at < 0;
  }

  /** Notes that the screen writes its place; false if the link holds it, or will. */
  noteWritten(place: string | undefined): boolean {
    if (place === this.#written.at(-1)) return false;
    this.#written.push(place);
    return true;
  }
}

import type { Caller } from '@twicewise/contract';
import type { Services } from '../runtime/services.ts';
import { hasRule, pruneTurns } from './prune.ts';

/** Interval between two looks, in milliseconds. */
const EVERY_MS = 600_000;

/** Who prunes by the settings. Nobody asks for it each time. */
const CALLER: Caller = {
  door: 'inproc',
  author: { kind: 'importer', name: 'pruning' },
  client: null,
  session: null,
  project: null,
};

/** Prunes turns by the rule of the settings, if there is one (docs/adr/0055). */
export class PruningDue {
  readonly #services: Services;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Prunes what is due, at most 500 turns in each operation. Without a rule it reads the settings alone. Call it about once a minute.
   */
  async run(): Promise<void> {
    const { db, write } = this.#services;
    if (performance.now() - this.#lookedAt < EVERY_MS || !hasRule(db())) return;
    this.#lookedAt = performance.now();
    for (let left = 1; left > 0; )
      left = (await write('turn.prune', CALLER, (context) => pruneTurns({}, context))).left;
  }
}

import { type Caller, contract, type Envelope, parseCall, type Request, settle, toFailure } from '@twicewise/contract';
import { type Redacted, type Redactor, redactRequest } from '@twicewise/redaction';
import { refuseAgentStatements } from '../runtime/agent-statements.ts';
import { answerRead } from '../runtime/commit-queue.ts';
import { explained } from '../runtime/explained.ts';
import type { ExposureRecorder } from '../runtime/exposures/exposure-recorder.ts';
import { addText, newTelling, type Telling } from '../runtime/exposures/telling.ts';
import type { Handler } from '../runtime/handler.ts';
import { onceOf } from '../runtime/idempotency-key.ts';
import { namesUnknownProject, withMeantProject } from '../runtime/meant-project.ts';
import type { Memory } from '../runtime/memory.ts';
import { refusePersonOnly } from '../runtime/person-only.ts';
import type { Services } from '../runtime/services.ts';
import type { CallerNames } from './caller-names.ts';
import { handlers } from './handlers.ts';

/** What the dispatcher needs to answer requests. */
interface Answering {
  memory: Memory;
  services: Services;
  exposures: ExposureRecorder;
  redactor: Redactor;
  names: CallerNames;
}

/** Answers requests: validates the input by the contract, refuses what the caller may not do, and calls the handler. */
export class Dispatcher {
  readonly #memory: Memory;
  readonly #services: Services;
  readonly #exposures: ExposureRecorder;
  readonly #redactor: Redactor;
  readonly #names: CallerNames;

  constructor({ memory, services, exposures, redactor, names }: Answering) {
    this.#memory = memory;
    this.#services = services;
    this.#exposures = exposures;
    this.#redactor = redactor;
    this.#names = names;
  }

  /** Answers one request. Never rejects. */
  async answer(request: Request): Promise<Envelope> {
    const log = (error: unknown) => this.#services.log(`${request.name} failed`, error);
    const startedAt = performance.now();
    const telling = newTelling(request.input);
    try {
      const caller = this.#names.withoutSecrets(request.caller);
      const { name, input: asked } = parseCall(request.name, request.input);
      const handler = handlers[name] as Handler;
      const once = onceOf(request.key, name, asked);
      refusePersonOnly(caller, name);
      if (contract[name].kind === 'command') refuseAgentStatements(caller, asked);
      // Redact before any other code sees the input, even code that only looks things up: what is never written cannot leak.
      const clean: Redacted<typeof asked> =
        contract[name].kind === 'command' ? redactRequest(this.#redactor, asked) : { value: asked, found: [] };
      const input = namesUnknownProject(clean.value, caller, this.#services.db)
        ? await withMeantProject(clean.value, caller, this.#services)
        : clean.value;
      if (handler.mode === 'read') {
        return await this.#exposures.within(caller, async () => {
          const context = this.#readContext(caller, startedAt, telling);
          return addText(telling, name, await answerRead(() => handler.run(input, context), log), caller);
        });
      }
      if (handler.mode === 'task') {
        const own = { caller, once, startedAt, telling, redactions: clean.found };
        const context = { ...own, services: this.#services };
        return await this.#exposures.within(caller, async () => {
          const answer = await settle(() => explained(() => handler.run(input, context)), log);
          return addText(telling, name, answer, caller);
        });
      }
      const outcome = await this.#memory.queue.run({
        name,
        caller,
        key: once,
        run: (context) => handler.run(input, { ...context, redactions: clean.found }),
      });
      return outcome.ok ? outcome : { ok: false, error: outcome.error.toFailure() };
    } catch (error) {
      return { ok: false, error: toFailure(error, log) };
    }
  }

  #readContext(caller: Caller, startedAt: number, telling: Telling) {
    return {
      db: this.#memory.db,
      caller,
      now: this.#services.now,
      recordExposures: this.#exposures.recorderFor(caller, startedAt, telling),
    };
  }
}

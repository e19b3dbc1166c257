import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type OutputOf, type Settings, shorten } from '@twicewise/contract';
import { cleanHead, LONGEST_SECRET } from '@twicewise/redaction';
import type { Nearness } from '@twicewise/search';
import { dropSets, explainSqliteError, type ModelSet, readSettings, vectorOf } from '@twicewise/store';
import { Postponed } from '../runtime/jobs/postponed.ts';
import type { PartKey } from '../runtime/parts.ts';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure } from './embedding-failure.ts';
import { type Filled, fillVectors } from './fill.ts';
import { chosenModel, embedWith, type ModelChoice, type WantedModel } from './model-choice.ts';
import type { Near } from './near.ts';
import { type Asking, isWithinReach, nearbyLessons } from './nearby.ts';
import { MAX_WAIT_MS, QuestionEmbedder, WARM_UP } from './question-embedder.ts';
import { Retry } from './retry.ts';
import { statusOf, type VectorsFacts, type VectorsStatus } from './status.ts';
import { tryModel } from './trial.ts';
import { VectorCoverage } from './vector-coverage.ts';
import { VectorFile, VectorsGone } from './vector-file.ts';
import type { FillControl, VectorsOptions } from './vectors-options.ts';

/** Maximum length of an embedded question, in UTF-16 units. */
const MAX_QUESTION = 2000;
/** Maximum length of a question that is redacted before it is embedded. */
const LONGEST_READ = MAX_QUESTION + LONGEST_SECRET;
/** The maximum for the built-in model, which takes over a millisecond per token: longer ones would come too late. */
const MAX_BUILT_IN_QUESTION = 300;
/** Texts per request to a server. An answer of this many long vectors is still parsed within a few milliseconds. */
const SERVER_BATCH = 16;
/** Texts passed to the built-in model before it yields: one takes up to half a second, for which a question has to wait. */
const BUILT_IN_BATCH = 1;
/** Up to this number, missing vectors are computed without a job, which people would see appear and vanish. */
const FEW = 64;

/**
 * Vectors that supplement the word search: follows the memory and the settings, computes missing vectors, and finds lessons near
 * a question. Vectors are always optional: every failure leads to a search by words alone, and `status` gives the reason.
 */
export class Vectors {
  readonly #options: VectorsOptions;
  readonly #file: VectorFile;
  readonly #retry: Retry;
  #config: ModelChoice | null = null;
  #embed: Embed | null = null;
  #coverage: VectorCoverage | null = null;
  #questions: QuestionEmbedder | null = null;
  /** The set whose model embeds the questions. */
  #asked: ModelSet | null = null;
  #running = new AbortController();
  #isFilling = false;
  #isClosed = false;
  #isResting = false;
  /** An agent has connected; after a start this may precede the check of the stored vectors. */
  #isExpecting = false;
  /** The settings name the built-in model, but there is none. */
  #isKeptOut = false;
  #failure: VectorsFacts['failure'] = null;

  constructor(options: VectorsOptions) {
    this.#options = options;
    const { path, now, log, firstPauseMs } = options;
    this.#retry = new Retry(() => this.#tend(), firstPauseMs);
    this.#file = new VectorFile(path, { now, log, rebuilt: () => this.restart() });
  }

  /** Starts again after the memory or the settings were replaced. */
  restart(): void {
    if (this.#isClosed) return;
    this.#stop();
    this.#begin();
    this.#options.wakeJobs();
  }

  #begin(): void {
    this.#running = new AbortController();
    this.#isResting = false;
    if (!this.#options.isWritable()) return;
    const { config, isKeptOut } = this.#chosen();
    this.#config = config;
    this.#isKeptOut = isKeptOut;
    if (this.#config?.provider !== 'builtin') this.#options.builtIn?.unload();
    // Without a model, existing vectors are still followed, so that nothing deleted stays in the file.
    if ((this.#config === null && !existsSync(this.#file.path)) || !this.#file.open()) return;
    if (this.#config) this.#embed = embedWith(this.#config, this.#options);
    this.#guarded(() => {
      this.#coverage = new VectorCoverage({
        file: this.#file,
        memory: this.#options.memory,
        wanted: this.#config && { provider: this.#config.provider, model: this.#config.model },
        caughtUp: () => this.#tend(),
        log: (error) => this.#options.log('vectors could not be compared with the lessons', error),
      });
    });
  }

  /** Notes lessons that a commit changed, and whether it changed a setting. */
  note(lessons: Iterable<string>, settingsChanged: boolean): void {
    if (this.#isClosed) return;
    if (settingsChanged && this.#isReconfigured()) this.restart();
    else this.#coverage?.note(lessons);
  }

  /**
   * Lessons near a question in some projects, or everywhere. Waits at most `waitMs` for the model, by default
   * {@link MAX_WAIT_MS}.
   */
  async near(question: string, projectIds: readonly string[] | undefined, waitMs: number = MAX_WAIT_MS): Promise<Near> {
    let isLate = false;
    const nearness = await this.#searched(async () => {
      const asked = this.#askable(projectIds);
      const vector = await asked?.questions.vectorOf(shorten(question, LONGEST_READ), waitMs);
      isLate = asked !== null && !vector && !asked.questions.isPaused();
      return asked && vector ? this.#nearTo(vector, 'question', asked.set, projectIds) : null;
    });
    return { nearness, isLate };
  }

  /** The embedder and its set, if questions about these projects are compared with vectors at all. */
  #askable(projectIds: readonly string[] | undefined): { questions: QuestionEmbedder; set: ModelSet } | null {
    const questions = this.#questionsNow();
    const set = this.#asked;
    if (!questions || !set || !this.#coverage) return null;
    return isWithinReach(this.#coverage.countsOf(set.id), projectIds) ? { questions, set } : null;
  }

  /** Loads the built-in model for an agent that is at work, so that its next question need not wait. */
  expectQuestions(): void {
    this.#isExpecting = true;
    if (this.#config?.provider === 'builtin') this.#guarded(() => this.#questionsNow()?.load());
  }

  /** Lessons near a lesson, by its stored vector and without asking the endpoint. Null when it has none. */
  async nearLesson(lessonId: string, projectIds: readonly string[] | undefined): Promise<Nearness | null> {
    return this.#searched(async () => {
      const set = this.#servingNow();
      if (!set || this.#coverage?.isStale(lessonId)) return null;
      const vector = this.#file.use((db) => vectorOf(db, set.id, lessonId));
      return vector && this.#nearTo(vector, 'lesson', set, projectIds);
    });
  }

  /** Runs a search; null when it fails, so that words answer. */
  async #searched(work: () => Promise<Nearness | null>): Promise<Nearness | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof VectorsGone)) this.#options.log('the vectors could not be searched', error);
      return null;
    }
  }

  /**
   * Computes missing vectors for a job. Null when another model was chosen meanwhile. Throws {@link Postponed} when the endpoint
   * fails, or failed recently.
   */
  async fill(wanted: WantedModel, control: FillControl): Promise<(Filled & { stored: number }) | null> {
    if (!this.isWanted(wanted)) return null;
    // Still in the pause after a failure, another fill runs, or the file is being rebuilt. Each of these calls #tend when it
    // ends.
    if (this.#retry.remaining() > 0 || this.#isFilling || !this.#coverage) throw new Postponed();
    return this.#fill(control);
  }

  /** Whether this is the configured model. */
  isWanted({ provider, model }: WantedModel): boolean {
    return this.#config?.provider === provider && this.#config.model === model;
  }

  /** Stops computing until the next start or change of settings, because a person cancelled the job. */
  rest(): void {
    this.#isResting = true;
    this.#retry.reset();
  }

  /** Requests one vector from a model, configured or not. */
  try(settings: Settings): Promise<OutputOf<'embedding.test'>> | null {
    const choice = chosenModel(settings, this.#options.builtIn);
    return choice && tryModel(choice.model, embedWith(choice, this.#options));
  }

  /** The configured model, if it can have vectors. Throws `refused` or `unavailable`, with the reason. */
  requireWanted(): WantedModel {
    const { problem } = this.#file;
    if (problem !== null) throw new AppError({ code: 'unavailable', message: problem, hint: 'Search goes by words.' });
    if (this.#config && this.#coverage) return { provider: this.#config.provider, model: this.#config.model };
    throw new AppError({
      code: 'refused',
      message: 'No embedding model is set, so there are no vectors to compute.',
      hint: 'Set embedding.provider to builtin, or to a server with embedding.url and embedding.model.',
    });
  }

  /** Deletes all vectors. The caller must queue a job that computes them again, and wake its runner. */
  discard(): void {
    this.#stop();
    this.#guarded(() => this.#file.use(dropSets));
    this.#begin();
  }

  /** The state of vectors. */
  status(): VectorsStatus {
    const coverage = this.#coverage;
    const facts = {
      wanted: this.#config,
      isKeptOut: this.#isKeptOut,
      problem: this.#file.problem,
      failure: this.#failure,
      isResting: this.#isResting,
    };
    const nothing = { ...facts, serving: null, stored: 0, missing: 0, isBehind: false };
    try {
      if (!coverage) return statusOf(nothing);
      const { target, stored, missing } = coverage;
      const isBehind = coverage.isBehind || target?.state === 'filling';
      const serving = this.#servingNow()?.model ?? null;
      return statusOf({ ...facts, serving, stored, missing, isBehind });
    } catch {
      // The file was just found damaged; the next call reports it.
      return statusOf({ ...nothing, isBehind: true });
    }
  }

  /** Stops everything and closes the file permanently. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#options.builtIn?.unload();
    this.#file.close();
  }

  #stop(): void {
    this.#running.abort();
    this.#coverage?.close();
    this.#coverage = null;
    this.#stopAsking();
    this.#embed = null;
    this.#config = null;
    this.#failure = null;
    this.#retry.reset();
  }

  #stopAsking(): void {
    this.#questions?.close();
    this.#questions = null;
    this.#asked = null;
  }

  /** The model that the current settings name. */
  #chosen(): { config: ModelChoice | null; isKeptOut: boolean } {
    const settings = readSettings(this.#options.memory());
    const config = chosenModel(settings, this.#options.builtIn);
    return { config, isKeptOut: settings['embedding.provider'] === 'builtin' && config === null };
  }

  #isReconfigured(): boolean {
    if (!this.#options.isWritable()) return false;
    const { config, isKeptOut } = this.#chosen();
    return isKeptOut !== this.#isKeptOut || JSON.stringify(config) !== JSON.stringify(this.#config);
  }

  /** The serving set, once it was checked against the lessons. */
  #servingNow(): ModelSet | null {
    if (this.#config === null || !this.#coverage?.isVerified) return null;
    return this.#coverage.serving;
  }

  /**
   * The embedder for questions, with the model of the serving set at the currently configured address: a person who changed the
   * address does not want the old one used.
   */
  #questionsNow(): QuestionEmbedder | null {
    const set = this.#servingNow();
    const config = this.#config;
    if (!set || !config) return null;
    if (this.#questions && this.#asked?.id === set.id) return this.#questions;
    this.#stopAsking();
    this.#asked = set;
    const isWanted = set.model === config.model;
    const isBuiltIn = config.provider === 'builtin';
    const longest = isBuiltIn ? MAX_BUILT_IN_QUESTION : MAX_QUESTION;
    this.#questions = new QuestionEmbedder({
      embed: embedWith({ ...config, model: set.model }, this.#options),
      isLoaded: isBuiltIn ? () => this.#options.builtIn?.isLoaded === true : null,
      dimension: set.dimension,
      prepare: (question) => cleanHead(question, longest, this.#options.redact).trim(),
      answered: (failure) => {
        if (isWanted) this.#failure = failure;
      },
      log: (error) => this.#options.log('the vector of a question could not be had', error),
    });
    return this.#questions;
  }

  async #nearTo(
    vector: Float32Array,
    asking: Asking,
    set: ModelSet,
    projectIds: readonly string[] | undefined,
  ): Promise<Nearness | null> {
    const coverage = this.#coverage;
    const isCurrent = () => this.#coverage === coverage && this.#servingNow()?.id === set.id;
    if (!coverage || !isCurrent()) return null;
    return nearbyLessons({ asking, file: this.#file, coverage, set, vector, projectIds, isCurrent });
  }

  /** Does what is due, after everything was compared or a pause ended. */
  #tend(): void {
    const coverage = this.#coverage;
    const config = this.#config;
    if (!coverage || !config || coverage.isBehind || this.#isFilling || this.#isResting) return;
    this.#guarded(() => {
      coverage.serveIfComplete();
      // Warm up, so that the first real question does not have to find out whether the server is fast.
      if (config.provider === 'builtin' && this.#isExpecting) this.expectQuestions();
      else if (!this.#questions && config.provider !== 'builtin') this.#questionsNow()?.vectorOf(WARM_UP);
      if (coverage.missing === 0 || this.#retry.remaining() > 0) return;
      if (coverage.target?.state === 'serving' && coverage.missing <= FEW) this.#fillQuietly();
      else this.#options.ensureJob(config).catch((error) => this.#options.log('no job could be queued', error));
    });
  }

  async #fillQuietly(): Promise<void> {
    const { signal } = this.#running;
    const pause = async () => {
      await nextTurn();
      signal.throwIfAborted();
    };
    try {
      await this.#fill({ signal, pause, progress: async () => {} });
    } catch (error) {
      // Stopped or postponed; it is retried later.
      if (!(error instanceof Postponed)) this.#options.log('vectors could not be filled', error);
    }
  }

  async #fill(control: FillControl): Promise<Filled & { stored: number }> {
    const coverage = this.#coverage as VectorCoverage;
    const { signal } = this.#running;
    const isBuiltIn = this.#config?.provider === 'builtin';
    this.#isFilling = true;
    try {
      const filled = await fillVectors({
        ...control,
        coverage,
        embed: this.#embed as Embed,
        batch: isBuiltIn ? BUILT_IN_BATCH : SERVER_BATCH,
        pause: async () => {
          await control.pause();
          if (isBuiltIn) await this.#options.lull(signal);
        },
        memory: this.#options.memory,
        at: () => new Date(this.#options.now()).toISOString(),
        signal: AbortSignal.any([signal, control.signal]),
      });
      this.#failure = null;
      this.#retry.reset();
      if (filled.embedded > 0) this.#options.filled();
      return { ...filled, stored: coverage.stored };
    } catch (error) {
      if (signal.aborted || error instanceof VectorsGone) throw new Postponed();
      if (control.signal.aborted || error instanceof AppError) throw error;
      this.#failure = error instanceof EmbeddingFailure ? error : this.#unexpected(error);
      this.#retry.failed(error instanceof EmbeddingFailure ? error.retryAfterMs : null);
      throw new Postponed();
    } finally {
      this.#isFilling = false;
      // Handles changes that came in while the fill was ending.
      setImmediate(() => this.#tend());
    }
  }

  /** For errors such as a full disk: search uses words only until they are resolved. */
  #unexpected(error: unknown): { message: string; hint: string } {
    this.#options.log('vectors could not be filled', error);
    const known = explainSqliteError(error);
    if (known instanceof AppError) return known;
    return { message: 'Vectors could not be computed or stored.', hint: 'The log of the host says why.' };
  }

  /** Logs errors, so that they do not reach callers who asked for something else. A damaged file reports itself. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof VectorsGone)) this.#options.log('vectors are not kept up', error);
    }
  }
}

/** The key of the vectors among the parts of the core. */
export const VECTORS: PartKey<Vectors> = { name: 'vectors' };

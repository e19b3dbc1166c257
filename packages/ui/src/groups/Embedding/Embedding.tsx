import type { Failure, OutputOf, Settings } from '@twicewise/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Progress } from '../../elements/Progress/Progress.tsx';
import { Select, TextField } from '../../elements/TextField/TextField.tsx';
import { embedding as words } from '../../strings/embedding.ts';

type Vectors = OutputOf<'host.status'>['vectors'];
type Provider = Settings['embedding.provider'];

/** The settings of the model that turns texts into vectors. */
export type EmbeddingSettings = Pick<Settings, 'embedding.provider' | 'embedding.url' | 'embedding.model'>;

/** A test of a model; it is running while it has neither an answer nor a failure. */
export interface Trial {
  /** The settings that were tested. */
  settings: EmbeddingSettings;
  answer: OutputOf<'embedding.test'> | null;
  failure: Failure | null;
}

/** The result of a test. */
function TrialResult({ trial: { answer, failure } }: { trial: Trial }) {
  if (failure) return <FailureMessage title={words.testFailed} failure={failure} />;
  return (
    <div role="status" className="mt-2">
      {!answer && <p className="animate-late text-ink-3">{words.testing}</p>}
      {answer && (
        <p className="wrap-anywhere">
          {answer.ok && <strong className="font-medium text-success">{words.works}</strong>}{' '}
          <span className={answer.ok ? '' : 'font-medium text-failure'}>{answer.message}</span>
        </p>
      )}
      {answer && !answer.ok && <p className="text-ink-2">{answer.hint}</p>}
    </div>
  );
}

/** A button to compute all vectors again, shown when there is a model and something to compute. */
function Renewing({ vectors: { state, total }, onRenew }: { vectors: Vectors; onRenew: () => void }) {
  if (state === 'off' || state === 'unavailable' || total === 0) return null;
  return (
    <div className="mt-3 flex">
      <Confirm label={words.renew} question={words.renewSure(total)} align="start" onConfirm={onRenew} />
    </div>
  );
}

/** The state and progress of search by meaning, in words. The form explains how to switch it on. */
function State({ vectors }: { vectors: Vectors }) {
  const { state, message, hint, serving, model, done, total } = vectors;
  const isBroken = state === 'unreachable' || state === 'unavailable';
  return (
    <div role="status">
      <p className={isBroken ? 'font-medium text-failure' : ''}>{message}</p>
      {hint && state !== 'off' && <p className="text-ink-2">{hint}</p>}
      {isBroken && serving !== null && serving !== model && <p className="text-ink-2">{words.serving(serving)}</p>}
      {state === 'filling' && (
        <p className="mt-1 flex">
          <Progress label={words.title} done={done} total={total} />
        </p>
      )}
    </div>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-ink-2 text-small">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface EmbeddingProps {
  vectors: Vectors;
  /** The stored settings. */
  settings: EmbeddingSettings;
  saving: boolean;
  failure: Failure | null;
  onSave: (settings: EmbeddingSettings) => void;
  /** The last test; shown as long as its settings are those in the form. */
  trial: Trial | null;
  onTest: (settings: EmbeddingSettings) => void;
  onRenew: () => void;
}

/** Search by meaning: its state, and the model that computes its vectors. */
export function Embedding(props: EmbeddingProps) {
  const { vectors, settings, saving, failure, onSave, trial, onTest, onRenew } = props;
  const [mine, setMine] = useState<Partial<EmbeddingSettings>>({});
  const stored = JSON.stringify(settings);
  const [seen, setSeen] = useState(stored);
  if (stored !== seen) {
    // The stored settings changed (saved, undone, or changed in another window), so the form starts from them again.
    setSeen(stored);
    setMine({});
  }
  const value = { ...settings, ...mine };
  const provider = value['embedding.provider'];
  const isServer = provider !== 'off' && provider !== 'builtin';
  const changed = (Object.keys(value) as (keyof EmbeddingSettings)[]).some((key) => value[key] !== settings[key]);
  const isTested = trial !== null && JSON.stringify(trial.settings) === JSON.stringify(value);
  const stage = (part: Partial<EmbeddingSettings>) => setMine({ ...mine, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed) onSave(value);
  };
  return (
    <>
      <State vectors={vectors} />
      <form
        onSubmit={submit}
        className="mt-3 grid items-end gap-3 grid-cols-[minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)_11rem_auto]"
      >
        <Field label={words.provider}>
          {(id) => (
            <Select
              id={id}
              value={provider}
              onChange={(event) => stage({ 'embedding.provider': event.target.value as Provider })}
            >
              {(Object.keys(words.providers) as Provider[]).map((name) => (
                <option key={name} value={name}>
                  {words.providers[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.url}>
          {(id) => (
            <TextField
              id={id}
              inputMode="url"
              disabled={!isServer}
              className="disabled:opacity-55"
              value={value['embedding.url']}
              onChange={(event) => stage({ 'embedding.url': event.target.value.trim() })}
            />
          )}
        </Field>
        <Field label={words.model}>
          {(id) => (
            <TextField
              id={id}
              disabled={!isServer}
              className="disabled:opacity-55"
              value={value['embedding.model']}
              onChange={(event) => stage({ 'embedding.model': event.target.value })}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button
            disabled={provider === 'off' || (isTested && !trial.answer && !trial.failure)}
            onClick={() => onTest(value)}
          >
            {words.test}
          </Button>
          <Button type="submit" disabled={!changed || saving}>
            {words.save}
          </Button>
        </div>
      </form>
      {isTested && <TrialResult trial={trial} />}
      <Renewing vectors={vectors} onRenew={onRenew} />
      {failure && <FailureMessage title={words.failed} failure={failure} />}
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Failure, resultOf } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { failureOf, useClient, useHost } from '../../data/client.ts';
import { bundlePreview, type Mapping } from '../../data/queries/bundles.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Dialog } from '../../elements/Dialog/Dialog.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Said, Working } from '../../groups/Bundles/Block.tsx';
import { ChooseBundle } from '../../groups/Bundles/ChooseBundle.tsx';
import { NO_CHOICES } from '../../groups/Bundles/choices.ts';
import { Imported } from '../../groups/Bundles/Imported.tsx';
import { useCommands } from '../../state/commands.tsx';
import { bundles } from '../../strings/bundles.ts';
import { strings } from '../../strings.ts';
import { hasNews, ImportPreview } from './ImportPreview.tsx';
import { useBundleJob } from './use-bundle-job.ts';

const words = bundles.toImport;
const NO_MAPPING: Mapping = {};

/** The bundle being inspected, with all choices for it. Another bundle starts without choices. */
function useChosen(first: string | null) {
  const client = useClient();
  const [path, setPath] = useState(first);
  const [mapping, setMapping] = useState(NO_MAPPING);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [asDrafts, setAsDrafts] = useState(false);
  const usual = useQuery(bundlePreview(client, path, NO_MAPPING));
  const mapped = useQuery({ ...bundlePreview(client, path, mapping), placeholderData: keepPreviousData });
  const renew = () => {
    void usual.refetch();
    if (mapping !== NO_MAPPING) void mapped.refetch();
  };
  const look = (next: string) => {
    // Choosing the same file again reads its present content.
    if (next === path) return renew();
    setPath(next);
    setMapping(NO_MAPPING);
    setChoices(NO_CHOICES);
    setAsDrafts(false);
  };
  const place = (id: string, into: string | null) => {
    const { [id]: _before, ...others } = mapping;
    const found = usual.data?.projects.find((project) => project.id === id);
    const next = found?.into === into ? others : { ...others, [id]: into };
    setMapping(Object.keys(next).length === 0 ? NO_MAPPING : next);
  };
  return {
    path,
    look,
    mapping,
    place,
    choices,
    setChoices,
    asDrafts,
    setAsDrafts,
    usual: usual.data,
    failure: usual.error ? failureOf(usual.error) : null,
    // While a project cannot go to the chosen place, its default destination stays shown.
    preview: usual.error || usual.isPending ? undefined : (mapped.data ?? usual.data),
    refused: !usual.error && mapped.error ? failureOf(mapped.error) : null,
    looking: path !== null && (usual.isFetching || mapped.isFetching),
    renew,
  };
}

/** Lets the person choose a bundle in a system dialog, where there is one. */
function usePick(look: (path: string) => void) {
  const { native } = useHost().transport;
  const [failure, setFailure] = useState<Failure | null>(null);
  const pick = async () => {
    const answer = await native?.openFile('bundle');
    if (!answer) return;
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok && answer.value !== null) look(answer.value);
  };
  return { hasDialog: native !== null, pick, failure };
}

/** The import sheet: which file, what it would do and how to treat differences; then the job and its result. */
export function ImportSheet({ path: first, onClose }: { path: string | null; onClose: () => void }) {
  const { attempt } = useCommands();
  const chosen = useChosen(first);
  const { path, preview, mapping, choices, asDrafts, looking, renew } = chosen;
  const { hasDialog, pick, failure } = usePick(chosen.look);
  const bundle = useBundleJob();
  const { job } = bundle;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const stale = bundle.changed || bundle.stopped;
  const latest = useRef(renew);
  useEffect(() => {
    latest.current = renew;
  });
  // An import that was undone has changed the memory too.
  useEffect(() => {
    if (stale) latest.current();
  }, [stale]);

  const ready = path !== null && preview !== undefined && !looking && !chosen.refused && hasNews(preview);
  const start = () => {
    if (!ready || bundle.busy || bundle.waitsFor) return;
    const { conflicting, ...others } = choices;
    const decided = conflicting === undefined ? others : { ...others, conflicting };
    const input = { path, mapping, choices: decided, asDrafts, digest: preview.digest };
    void bundle.start(() => attempt('bundle.import', input, words.title));
  };
  const foot = job ? (
    <Working.Foot job={job} onStop={bundle.stop} onClose={onClose} />
  ) : (
    <>
      <Button tone="solid" disabled={!ready || bundle.busy || bundle.waitsFor !== null} onClick={start}>
        {words.do}
      </Button>
      <Button onClick={onClose}>{strings.actions.cancel}</Button>
      {bundle.waitsFor && <p className="text-ink-2 text-small">{bundles.busy(bundle.waitsFor)}</p>}
    </>
  );
  const wrong = failure ?? chosen.failure;
  return (
    <Dialog title={words.title} open onOpenChange={onClose} firstRef={hasDialog ? button : field} foot={foot}>
      {job ? (
        <Working job={job}>
          <Imported result={job.state === 'done' ? resultOf('bundle', job) : null} />
        </Working>
      ) : (
        <div className="flex flex-col gap-6">
          <Said
            bundle={bundle}
            title={words.notDone}
            changed={words.changed}
            stopped={strings.jobs.bundle.stoppedImport}
          />
          <ChooseBundle
            path={path}
            hasDialog={hasDialog}
            fieldRef={field}
            buttonRef={button}
            onPick={() => void pick()}
            onLook={chosen.look}
          />
          {wrong && !looking && <FailureMessage title={words.failed} failure={wrong} />}
          {looking && !preview && (
            <p role="status" className="animate-late text-ink-3">
              {words.looking}
            </p>
          )}
          {preview && (
            <ImportPreview
              preview={preview}
              found={chosen.usual?.projects ?? []}
              choices={choices}
              asDrafts={asDrafts}
              onPlace={chosen.place}
              onChoose={chosen.setChoices}
              onDrafts={chosen.setAsDrafts}
            />
          )}
          {chosen.refused && <FailureMessage title={words.mapFailed} failure={chosen.refused} />}
        </div>
      )}
    </Dialog>
  );
}

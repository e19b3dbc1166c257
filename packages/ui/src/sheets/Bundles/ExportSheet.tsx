import { useQuery } from '@tanstack/react-query';
import { type Failure, PRODUCT, resultOf } from '@twicewise/contract';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useClient, useHost } from '../../data/client.ts';
import { type Exported, exportPreview } from '../../data/queries/bundles.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { projectList } from '../../data/queries/projects.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Dialog } from '../../elements/Dialog/Dialog.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Said, Working } from '../../groups/Bundles/Block.tsx';
import { Contents } from '../../groups/Bundles/Contents.tsx';
import { bundleName, proposedPath } from '../../groups/Bundles/suggest.ts';
import { type What, WhatGoesIn } from '../../groups/Bundles/WhatGoesIn.tsx';
import { WhereTo } from '../../groups/Bundles/WhereTo.tsx';
import { Written } from '../../groups/Bundles/Written.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import type { ChosenToExport } from '../../state/bundles.tsx';
import { useCommands } from '../../state/commands.tsx';
import { bundles } from '../../strings/bundles.ts';
import { strings } from '../../strings.ts';
import { useBundleJob } from './use-bundle-job.ts';

const words = bundles.toExport;

/** The choice of what goes into the bundle, and its preview. */
function useWhat(records: ChosenToExport | null) {
  const client = useClient();
  const { data: projects = [] } = useQuery(projectList(client));
  const [what, setWhat] = useState<What>(records ? 'chosen' : 'everything');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const selectionOf = (): Exported | null => {
    if (what === 'everything') return { everything: true };
    if (what === 'lessons') return { filters: {} };
    if (what === 'chosen') return records?.selection ?? null;
    return chosen.length > 0 ? { projects: [...chosen] } : null;
  };
  const selection = selectionOf();
  const name = () => {
    if (what === 'chosen' && records) return `${PRODUCT.command}-${records.kind}`;
    if (what === 'lessons') return `${PRODUCT.command}-lessons`;
    const only = what === 'projects' && chosen.length === 1 ? projects.find(({ id }) => id === chosen[0]) : undefined;
    return only?.name ?? PRODUCT.command;
  };
  const preview = useQuery(exportPreview(client, selection));
  return { projects, what, setWhat, chosen, setChosen, selection, name: bundleName(name(), new Date()), preview };
}

/** The path of the bundle: typed, or in the desktop app chosen in a system dialog. */
function useWhere(name: string) {
  const { client, transport } = useHost();
  const { native } = transport;
  const { data: status } = useQuery(hostStatus(client));
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const pick = async () => {
    const answer = await native?.saveFile('bundle', name);
    if (!answer) return;
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok && answer.value !== null) setPicked(answer.value);
  };
  const proposed = status ? proposedPath(status.dataFolder, name) : '';
  return {
    native,
    path: native ? picked : (typed ?? proposed),
    type: setTyped,
    pick,
    failure,
    // The system dialog has already asked about overwriting the file.
    overwrite: native !== null || overwrite,
    setOverwrite,
  };
}

/** In the desktop app: shows the written file in its folder. */
function useReveal() {
  const { native } = useHost().transport;
  const [failure, setFailure] = useState<Failure | null>(null);
  const reveal = async (path: string) => {
    const answer = await native?.revealSaved(path);
    setFailure(answer && !answer.ok ? answer.error : null);
  };
  return { reveal, failure };
}

interface ExportSheetProps {
  /** What it was opened for, offered beside everything and projects. */
  records: ChosenToExport | null;
  onClose: () => void;
}

/** The export sheet: what goes in, the findings of the scan for secrets, and the path; then the job and its result. */
export function ExportSheet({ records, onClose }: ExportSheetProps) {
  const { attempt } = useCommands();
  const what = useWhat(records);
  const { preview, selection } = what;
  const where = useWhere(what.name);
  // A file that leaves the machine holds no secret unless a person says so.
  const [redact, setRedact] = useState(true);
  // The proposed path changes with the date, so this keeps the path that was requested.
  const [written, setWritten] = useState('');
  const { reveal, failure: notShown } = useReveal();
  const bundle = useBundleJob();
  const { job } = bundle;
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const { refetch } = preview;
  useEffect(() => {
    if (bundle.changed) void refetch();
  }, [bundle.changed, refetch]);

  const seen = preview.isFetching ? undefined : preview.data;
  const { path, overwrite } = where;
  const ready = seen !== undefined && selection !== null && path !== null && path !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || bundle.busy || bundle.waitsFor) return;
    setWritten(path);
    const input = { selection, redact, path, overwrite, digest: seen.digest };
    void bundle.start(() => attempt('bundle.export', input, words.title));
  };
  const asItIs = seen !== undefined && seen.findings.length > 0 && !redact;
  const foot = job ? (
    <Working.Foot job={job} onStop={bundle.stop} onClose={onClose}>
      {where.native && job.state === 'done' && <Button onClick={() => void reveal(written)}>{words.reveal}</Button>}
    </Working.Foot>
  ) : (
    <>
      <Button type="submit" form={form} tone="solid" disabled={!ready || bundle.busy || bundle.waitsFor !== null}>
        {asItIs ? words.writeAsIs : words.write}
      </Button>
      <Button onClick={onClose}>{strings.actions.cancel}</Button>
      {bundle.waitsFor && <p className="text-ink-2 text-small">{bundles.busy(bundle.waitsFor)}</p>}
    </>
  );
  return (
    <Dialog title={words.title} open onOpenChange={onClose} firstRef={first} foot={foot}>
      {job ? (
        <Working job={job}>
          <Written path={written} result={job.state === 'done' ? resultOf('export', job) : null} />
          {notShown && <FailureMessage title={words.notShown} failure={notShown} />}
        </Working>
      ) : (
        // The button that writes stands at the foot of the sheet, and Enter presses it from any field.
        <form id={form} onSubmit={onSubmit} className="flex flex-col gap-6">
          <Said
            bundle={bundle}
            title={words.notDone}
            changed={words.changed}
            stopped={strings.jobs.bundle.stoppedExport}
          />
          <WhatGoesIn {...what} records={records} firstRef={first} onWhat={what.setWhat} onChosen={what.setChosen} />
          {preview.error && <QueryFailure title={words.failed} query={preview} />}
          {!preview.error && selection && <Contents preview={seen} redact={redact} onRedact={setRedact} />}
          <WhereTo {...where} hasDialog={where.native !== null} onType={where.type} onPick={() => void where.pick()} />
        </form>
      )}
    </Dialog>
  );
}

import type { OutputOf } from '@twicewise/contract';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { bundles } from '../../strings/bundles.ts';
import { count } from '../../strings.ts';
import { Block, Check } from './Block.tsx';

const words = bundles.toExport;

type Preview = OutputOf<'bundle.previewExport'>;

function Finding({ finding: { what, count: times, places } }: { finding: Preview['findings'][number] }) {
  return (
    <li className="border-line border-t py-1.5">
      <p className="font-medium">{words.found(what, times)}</p>
      <ul className="text-ink-2 text-small">
        {places.map((place) => {
          const { where, id } = words.foundAt(place);
          return (
            <li key={place} className="flex flex-wrap items-center gap-x-2">
              {where} <CopyId value={id} />
            </li>
          );
        })}
        {times > places.length && <li>{words.more(times - places.length)}</li>}
      </ul>
    </li>
  );
}

function Findings({ findings, redact, onRedact }: Pick<Preview, 'findings'> & Omit<ContentsProps, 'preview'>) {
  if (findings.length === 0) return <p className="text-ink-2">{words.clean}</p>;
  return (
    <>
      <ul aria-label={words.scan} className="max-h-56 overflow-y-auto border-line border-b">
        {findings.map((finding) => (
          <Finding key={finding.what} finding={finding} />
        ))}
      </ul>
      <Check label={words.redact} on={redact} onChange={onRedact} />
    </>
  );
}

interface ContentsProps {
  /** Undefined while it is loading. */
  preview: Preview | undefined;
  redact: boolean;
  onRedact: (redact: boolean) => void;
}

/** Shows, before anything is written, what a bundle would hold, what is left out, and what the scan for secrets found. */
export function Contents({ preview, redact, onRedact }: ContentsProps) {
  if (!preview) {
    return (
      <p role="status" className="animate-late text-ink-3">
        {words.looking}
      </p>
    );
  }
  const carried = preview.counts.filter((kind) => kind.count > 0);
  const stays = preview.notCarried.filter((kind) => kind.count > 0);
  return (
    <>
      <Block title={words.holds}>
        {carried.length === 0 && <p className="text-ink-2">{words.nothing}</p>}
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {carried.map((kind) => (
            <div key={kind.kind} className="flex gap-2">
              <dt className="text-ink-2">{bundles.kinds[kind.kind]}</dt>
              <dd className="font-mono">{count(kind.count)}</dd>
            </div>
          ))}
        </dl>
        {stays.length > 0 && (
          <p className="text-ink-2 text-small">
            {words.notCarried}:{' '}
            {stays.map((kind) => `${words.notCarriedOf(kind.what)} (${count(kind.count)})`).join(', ')}.
          </p>
        )}
      </Block>
      <Block title={words.scan}>
        <Findings findings={preview.findings} redact={redact} onRedact={onRedact} />
      </Block>
    </>
  );
}

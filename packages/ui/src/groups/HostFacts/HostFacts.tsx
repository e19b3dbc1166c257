import type { OutputOf } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { exact } from '../../elements/RelativeTime/relative.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { bytes, programName, strings } from '../../strings.ts';

type Status = OutputOf<'host.status'>;

const words = strings.data;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-10 items-center gap-x-4 border-line border-t py-1.5 grid-cols-[minmax(0,1fr)] sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Health({ store }: { store: Status['store'] }) {
  const healthy = store.state === 'ready';
  return (
    <>
      <p className={healthy ? '' : 'font-medium text-failure'}>{strings.store.title[store.state]}</p>
      {!healthy && (
        <p className="text-ink-2">
          {store.message} {store.hint}
        </p>
      )}
    </>
  );
}

function Connections({ connections }: Pick<Status, 'connections'>) {
  if (connections.length === 0) return words.nobody;
  return (
    <ul>
      {connections.map(({ door, client, project, since }) => (
        <li key={`${door} ${client} ${project} ${since}`}>
          {client ? programName(client) : words.unnamed}
          {project && <span className="text-ink-2"> · {project}</span>}
          <span className="text-ink-3">
            {' '}
            · <RelativeTime at={since} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface HostFactsProps {
  status: Status;
  /** How many lessons and sessions the lists of the screens have; undefined until that is known. */
  listed: { lessons: number | undefined; sessions: number | undefined };
  check: ReactNode;
  /** Leads to the rejected lessons. */
  onRejected: () => void;
}

/** Facts about the host: the data folder, its size, the state of the store, and who is connected. */
export function HostFacts({ status, listed, check, onRejected }: HostFactsProps) {
  const { counts, lastBackup, lastCheck, clockSetBack } = status;
  const { lessons = counts.reflections, sessions = counts.sessions } = listed;
  const rejected = counts.reflections - lessons;
  // The same numbers as in the rail; what the lists leave out is named.
  const held = [
    [
      words.sessions(sessions),
      words.recorded(counts.episodes),
      ...(counts.sessions > sessions ? [words.unlisted(counts.sessions - sessions)] : []),
    ].join(', '),
    words.projects(counts.projects),
  ];
  return (
    <dl className="border-line border-b">
      <Fact label={words.folder}>
        <CopyId value={status.dataFolder} />
      </Fact>
      <Fact label={words.size}>{bytes(status.databaseBytes)}</Fact>
      <Fact label={words.counts}>
        {words.lessons(lessons)}
        {rejected > 0 && (
          <>
            ,{' '}
            <TextLink className="min-h-6" onClick={onRejected}>
              {words.rejected(rejected)}
            </TextLink>
          </>
        )}
        {['', ...held].join(' · ')}
      </Fact>
      <Fact label={words.state}>
        <Health store={status.store} />
      </Fact>
      {clockSetBack && (
        <Fact label={words.clock}>
          {words.clockSetBack(exact(clockSetBack.to, false), exact(clockSetBack.from, false))}
        </Fact>
      )}
      <Fact label={words.lastBackup}>{lastBackup ? <RelativeTime at={lastBackup.createdAt} full /> : words.never}</Fact>
      <Fact label={words.lastCheck}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <div className="min-w-0 grow">
            {lastCheck ? (
              <>
                <RelativeTime at={lastCheck.at} full />:{' '}
                {lastCheck.ok ? words.checkOk : words.checkProblems(lastCheck.total)}
                {lastCheck.problems.map((problem) => (
                  <p key={problem} className="text-ink-2">
                    {problem}
                  </p>
                ))}
                {lastCheck.total > lastCheck.problems.length && (
                  <p className="text-ink-2">{words.checkMore(lastCheck.total - lastCheck.problems.length)}</p>
                )}
              </>
            ) : (
              words.never
            )}
          </div>
          {check}
        </div>
      </Fact>
      <Fact label={words.connected}>
        <Connections connections={status.connections} />
      </Fact>
      <Fact label={words.host}>
        {words.version(status.version, status.schemaVersion)} · {words.process(status.pid)} · {words.since}{' '}
        <RelativeTime at={status.startedAt} full />
      </Fact>
    </dl>
  );
}

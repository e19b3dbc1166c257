import type { ClientApplied, ClientProgram } from '@twicewise/contract';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { agents as words } from '../../strings/agents.ts';

/** The result of a confirmed change. */
export interface Applied {
  client: string;
  remove: boolean;
  done: ClientApplied;
}

function Result({ name, applied: { remove, done } }: { name: string; applied: Applied }) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, so the focus moves here. The preview above it is gone as well, so it may be out of view.
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} role="status" tabIndex={-1} className="mt-1 mb-1 text-ink-2">
      <p>
        <span className="font-medium text-ink">{remove ? words.removed(name) : words.connected(name)}.</span>{' '}
        {words.answers(done)} {!remove && words.restart}
      </p>
      {done.notes.map((note) => (
        <p key={note} className="text-ink">
          {note}
        </p>
      ))}
      {done.copies.length > 0 && (
        <>
          <p>{words.copies}</p>
          {done.copies.map((path) => (
            <p key={path}>
              <CopyId value={path} />
            </p>
          ))}
        </>
      )}
    </div>
  );
}

interface ProgramProps {
  program: ClientProgram;
  applied: Applied | null;
  /** The preview of a change, when it concerns this program. */
  preview: ReactNode;
  onLook: (remove: boolean) => void;
}

function Program({ program, applied, preview, onLook }: ProgramProps) {
  const { name, state, files, hasHooks } = program;
  const connected = state === 'connected';
  const button = useRef<HTMLButtonElement>(null);
  const looking = preview !== null;
  const looked = useRef(looking);
  useEffect(() => {
    // After a cancelled change the focus returns to the button that opened it.
    if (looked.current && !looking && !applied) button.current?.focus({ preventScroll: true });
    looked.current = looking;
  }, [looking, applied]);
  return (
    <li className="border-line border-t py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow basis-40" title={files.join('\n')}>
          <span className={clsx(state === 'absent' ? 'text-ink-2' : 'font-medium')}>{name}</span>
          {hasHooks && <span className="text-ink-3"> · {connected ? words.unasked : words.couldBeUnasked}</span>}
        </span>
        <span className={clsx('inline-flex items-center gap-1 text-small', connected ? 'text-success' : 'text-ink-3')}>
          {connected && <Check size={13} aria-hidden />}
          {words.state[state]}
        </span>
        <Button
          aria-label={connected ? words.remove(name) : words.connect(name)}
          ref={button}
          aria-expanded={looking}
          onClick={() => onLook(connected)}
        >
          {connected ? words.removeShort : words.connectShort}
        </Button>
      </div>
      {preview}
      {applied && !looking && <Result name={name} applied={applied} />}
    </li>
  );
}

interface ConnectAgentsProps {
  programs: readonly ClientProgram[];
  /** The id of the program whose change is previewed, with that preview. */
  looking: { client: string; preview: ReactNode } | null;
  applied: Applied | null;
  /** The command for any other program; null while it is unknown. */
  command: string | null;
  onLook: (client: string, remove: boolean) => void;
}

/** The programs that run agents, those on this machine first, each with a button to connect or remove it. */
export function ConnectAgents({ programs, looking, applied, command, onLook }: ConnectAgentsProps) {
  const draw = (program: ClientProgram) => (
    <Program
      key={program.id}
      program={program}
      applied={applied?.client === program.id ? applied : null}
      preview={looking?.client === program.id ? looking.preview : null}
      onLook={(remove) => onLook(program.id, remove)}
    />
  );
  const here = programs.filter(({ state }) => state !== 'absent');
  const absent = programs.filter(({ state }) => state === 'absent');
  // Where no program was found, it is above.
  const more = here.length > 0 ? command : null;
  return (
    <>
      {here.length > 0 && <ul aria-label={words.title}>{here.map(draw)}</ul>}
      {here.length === 0 && command && (
        <div className="mb-3">
          <p className="mb-2 text-ink-2">{words.noneFound}</p>
          <CopyId block value={command} />
        </div>
      )}
      {(absent.length > 0 || more) && (
        <details className="border-line border-t border-b py-1.5">
          <summary className="min-h-6 text-ink-2">{more ? words.others : words.connectAbsent}</summary>
          {more && (
            <div className="mt-1 mb-3">
              <h4 className="font-medium">{words.command}</h4>
              <p className="mb-2 text-ink-2">{words.otherText}</p>
              <CopyId block value={more} />
            </div>
          )}
          {absent.length > 0 && more && <h4 className="mt-1 mb-1 font-medium">{words.absent}</h4>}
          <ul>{absent.map(draw)}</ul>
        </details>
      )}
    </>
  );
}

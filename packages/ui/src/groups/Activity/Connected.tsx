import type { OutputOf } from '@twicewise/contract';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { programName, strings } from '../../strings.ts';

const words = strings.data;

/** The callers connected now, each with its door; nothing where there are none. */
export function Connected({ connections }: Pick<OutputOf<'host.status'>, 'connections'>) {
  if (connections.length === 0) return null;
  return (
    <section aria-label={words.connected} className="border-line border-y py-2 text-small">
      <h2 className="font-medium">{words.connected}</h2>
      <ul className="flex flex-wrap gap-x-6">
        {connections.map(({ door, client, project, since }) => (
          <li key={`${door} ${client} ${project} ${since}`}>
            <bdi>{client ? programName(client) : words.unnamed}</bdi>
            {project && (
              <span className="text-ink-2">
                {' '}
                · <bdi>{project}</bdi>
              </span>
            )}
            <span className="text-ink-3">
              {' '}
              · <RelativeTime at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

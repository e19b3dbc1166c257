import type { BundleStanding, OutputOf } from '@twicewise/contract';
import clsx from 'clsx';
import { bundles } from '../../strings/bundles.ts';
import { count } from '../../strings.ts';

const words = bundles.toImport;

const STANDINGS = Object.keys(words.standing) as BundleStanding[];

/** How the records of a bundle compare with the memory, per kind. */
export function KindCounts({ kinds }: Pick<OutputOf<'bundle.preview'>, 'kinds'>) {
  // Columns of zeros are left out, except the one for new records.
  const columns = STANDINGS.filter((standing) => standing === 'new' || kinds.some((kind) => kind[standing] > 0));
  const explained = columns.flatMap((standing) => {
    const text = standing === 'new' ? undefined : words.standingText[standing];
    return text ? [`${words.standing[standing]}: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`] : [];
  });
  return (
    <>
      <table aria-label={words.holds} className="w-full border-line border-b text-left">
        <thead className="text-ink-2 text-small">
          <tr>
            <th scope="col" className="py-1 font-normal">
              {words.kindColumn}
            </th>
            {columns.map((standing) => (
              <th key={standing} scope="col" className="py-1 pl-4 text-right font-normal">
                {words.standing[standing]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind.kind} className="border-line border-t">
              <th scope="row" className="py-1 font-normal">
                {bundles.kinds[kind.kind]}
              </th>
              {columns.map((standing) => (
                <td
                  key={standing}
                  className={clsx('py-1 pl-4 text-right font-mono text-small', kind[standing] === 0 && 'text-ink-3')}
                >
                  {count(kind[standing])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {explained.length > 0 && <p className="text-ink-2 text-small">{explained.join(' ')}</p>}
    </>
  );
}

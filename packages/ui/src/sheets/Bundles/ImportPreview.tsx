import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { projectList } from '../../data/queries/projects.ts';
import { Block, Check } from '../../groups/Bundles/Block.tsx';
import { type Choices, countOf } from '../../groups/Bundles/choices.ts';
import { Differences } from '../../groups/Bundles/Differences.tsx';
import { KindCounts } from '../../groups/Bundles/KindCounts.tsx';
import { ProjectPlaces } from '../../groups/Bundles/ProjectPlaces.tsx';
import { bundles } from '../../strings/bundles.ts';

const words = bundles.toImport;

type Preview = OutputOf<'bundle.preview'>;

interface ImportPreviewProps {
  preview: Preview;
  /** The default destinations of the projects. */
  found: Preview['projects'];
  choices: Choices;
  asDrafts: boolean;
  onPlace: (id: string, into: string | null) => void;
  onChoose: (choices: Choices) => void;
  onDrafts: (asDrafts: boolean) => void;
}

/** True when importing the bundle could change something. */
export function hasNews({ kinds }: Preview): boolean {
  return countOf(kinds, 'new') + countOf(kinds, 'changedThere') + countOf(kinds, 'conflicting') > 0;
}

/** What an import would do, with all choices. */
export function ImportPreview({ preview, found, choices, asDrafts, ...on }: ImportPreviewProps) {
  const { data: projects = [] } = useQuery(projectList(useClient()));
  const { kinds, items, unknown, product, bytes } = preview;
  const unknownNames = Object.keys(unknown);
  const newLessons = kinds.some((kind) => kind.kind === 'reflection' && kind.new > 0);
  return (
    <>
      <Block title={words.holds} text={words.madeBy(product, bytes)}>
        <KindCounts kinds={kinds} />
        {!hasNews(preview) && <p>{words.nothing}</p>}
        {unknownNames.length > 0 && (
          <p className="wrap-anywhere text-ink-2 text-small">{words.unknown(unknownNames.join(', '))}</p>
        )}
        {newLessons && <Check label={words.asDrafts} on={asDrafts} onChange={on.onDrafts} />}
      </Block>
      {preview.projects.length > 0 && (
        <Block title={words.projects}>
          <ProjectPlaces
            places={preview.projects}
            found={found}
            projects={projects}
            total={kinds.find(({ kind }) => kind === 'project')?.total ?? 0}
            onChoose={on.onPlace}
          />
        </Block>
      )}
      {items.length > 0 && (
        <Block title={words.differences} text={words.differText}>
          <Differences preview={preview} choices={choices} onChoose={on.onChoose} />
        </Block>
      )}
    </>
  );
}

import type { Operation, Reflection, Source } from '@twicewise/contract';
import type { ReactNode } from 'react';
import type { ViewPatch } from '../../data/lessons-view.ts';
import type { PurgeRequest } from '../Binned/BinnedActions.tsx';
import { Heading } from './Heading.tsx';
import { Provenance } from './Provenance.tsx';
import { Reading } from './Reading.tsx';
import { type LessonActions, Toolbar } from './Toolbar.tsx';

interface InspectorProps {
  lesson: Reflection;
  act: LessonActions;
  purging: PurgeRequest;
  made: Operation | undefined;
  edited: boolean;
  source: Source | undefined;
  /** An unsaved edit and what can be done with it; for a lesson in the bin, the purge that was requested. */
  kept: ReactNode;
  /** Why a search found the lesson. */
  why: ReactNode;
  history: ReactNode;
  /** The exposures of the lesson and the attempts that followed. */
  use: ReactNode;
  similar: ReactNode;
  onFilter: (patch: ViewPatch) => void;
  onBack: (() => void) | undefined;
}

/** One lesson: its text, its use, where it comes from, and its history. In a wide pane all but the text are in the margin. */
export function Inspector(props: InspectorProps) {
  const { lesson, act, purging, made, edited, source, kept, why, history, use, similar, onFilter, onBack } = props;
  return (
    <>
      <Toolbar lesson={lesson} act={act} purging={purging} onBack={onBack} />
      {kept}
      {why}
      <div data-place="lesson" className="@container/lesson min-h-0 grow overflow-y-auto">
        <div className="grid min-h-full grid-cols-[minmax(0,1fr)] @3xl:grid-cols-[minmax(0,1fr)_18rem] content-start @3xl:content-stretch">
          <div className="@container p-4 @lg:p-6 compact:p-4">
            <Heading lesson={lesson} />
            <div className="mt-6">
              <Reading lesson={lesson} onFilter={onFilter} />
            </div>
            <div className="mt-6 flex flex-col gap-5 border-line border-t pt-5">
              {use}
              {similar}
            </div>
          </div>
          <div className="flex flex-col gap-6 border-line @3xl:border-t-0 border-t @3xl:border-l p-4 @lg:px-6 @3xl:px-5 @3xl:pt-0">
            <Provenance {...{ lesson, made, edited, source, onFilter }} />
            {history}
          </div>
        </div>
      </div>
    </>
  );
}

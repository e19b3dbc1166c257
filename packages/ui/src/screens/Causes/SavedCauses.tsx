import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { queryOfCauses, readCauses } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { parseSearch } from '../../data/lessons-view.ts';
import { savedViews } from '../../data/queries/views.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { SavedViewsPane } from '../../panes/SavedViewsPane.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';
import type { Causes } from './use-causes.ts';

/** The saved views of this screen under a button: a question or a map, with all that a person did to it. */
export function SavedCauses({ view }: Pick<Causes, 'view'>) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const { isSuccess } = useQuery(savedViews(useClient()));
  useEffect(() => {
    if (isOpen && isSuccess) place.current?.querySelector<HTMLElement>('[data-stop]')?.focus();
  }, [isOpen, isSuccess]);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      const isHere = target instanceof Element && (place.current?.contains(target) || target.closest('[role="menu"]'));
      if (!isHere) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  // Before the screen goes a step back.
  useAction(
    'back',
    () => {
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    },
    isOpen,
  );
  const go = (query: string) => {
    setOpen(false);
    void navigate({ to: '/causes', search: readCauses(parseSearch(query)) });
  };
  return (
    <div ref={place} className="relative -mx-2">
      <IconButton
        label={strings.views.title}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <Bookmark size={14} aria-hidden />
      </IconButton>
      <div
        id={id}
        hidden={!isOpen}
        className="absolute top-full left-0 z-20 mt-1 w-72 rounded-md bg-raised shadow-float max-[1000px]:right-0 max-[1000px]:left-auto"
      >
        {isOpen && <SavedViewsPane screen="causes" now={queryOfCauses(view)} onOpen={go} />}
      </div>
    </div>
  );
}

import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { strings } from '../../strings.ts';
import { TextLink } from '../TextLink/TextLink.tsx';

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="px-3 py-2 text-small">
      {strings.notLoaded} <TextLink onClick={onRetry}>{strings.actions.retry}</TextLink>
    </p>
  );
}

/**
 * A component whose script is loaded when it is drawn for the first time. Until then nothing stands in its place, or `meanwhile`; where it cannot be
 * loaded, because the host is away, that is said there. Drawn by a state of its own and not by Suspense, which would leave the place
 * empty for 300 ms however soon the script is there (React shows what comes after a fallback only then, so that a screen does not
 * fill up bit by bit).
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  return function OnDemand(props: Props) {
    const [tries, setTries] = useState(1);
    const [failed, setFailed] = useState(0);
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      // Another one of the same kind may have loaded it since this one was drawn.
      if (loaded !== null) return setLoaded(() => loaded);
      let isHere = true;
      load().then(
        (component) => {
          loaded = component;
          if (isHere) setLoaded(() => component);
        },
        () => isHere && setFailed(tries),
      );
      return () => {
        isHere = false;
      };
    }, [tries]);
    if (!Loaded && failed === tries) return <NotLoaded onRetry={() => setTries(tries + 1)} />;
    return Loaded ? createElement(Loaded, props) : meanwhile(props);
  };
}

import { type ComponentType, createElement, useEffect, useState } from 'react';

/**
 * A component whose script is loaded when it is drawn for the first time. Until then nothing stands in its place. Drawn by a state of
 * its own and not by Suspense, which would leave the place empty for 300 ms however soon the script is there (React shows what comes
 * after a fallback only then, so that a screen does not fill up bit by bit).
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  return function OnDemand(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
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
        (error: unknown) => isHere && setFailure({ error }),
      );
      return () => {
        isHere = false;
      };
    }, []);
    // As a lazy component does: the boundary around it says so.
    if (failure !== null) throw failure.error;
    return Loaded && createElement(Loaded, props);
  };
}

import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** A component whose script is loaded when it is drawn for the first time. Until then nothing stands in its place. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  return function OnDemand(props: Props) {
    return <Suspense>{createElement(Loaded, props)}</Suspense>;
  };
}

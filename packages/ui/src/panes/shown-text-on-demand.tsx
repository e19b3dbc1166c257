import { onDemand } from '../elements/OnDemand/on-demand.tsx';

const Part = onDemand(async () => (await import('./ShownTextPart.tsx')).ShownTextPart);

/** For lists of answers, which ask for the text of one: what shows it is loaded with the first. */
export const shownTextOf = (seq: number) => <Part seq={seq} />;

// What previews a change of many records before it is made. Loaded together, see `changes-on-demand.ts`.
export { Changing } from './Changing.tsx';
export { EmptyBin } from './Purge/EmptyBin.tsx';
export { Purging } from './Purge/Purging.tsx';

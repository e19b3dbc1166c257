// What the host uses of this package beside the plain JavaScript of its other exports. It is not for builders: their package has
// the index alone.
export { type Asker, askHost, type ControlMessage, isListening, soundOut } from './control.ts';
export { programsOnPath } from './on-path.ts';

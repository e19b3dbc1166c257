// What our other libraries have in common with this one, and what programs do not import.
export { callerOfCall, checkedProject, invalidOption, programCaller } from './caller.ts';
export { closed } from './failures.ts';
export { writeMessage } from './message.ts';

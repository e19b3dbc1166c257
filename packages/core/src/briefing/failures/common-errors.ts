// What many different errors have in common. Two outputs that share nothing else are not the same error.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s/).filter((word) => word !== ''));

/**
 * Common names and codes, in lower case, including words such as expected, missing or undefined. They do not identify an error.
 */
export const COMMON_NAMES = words(`
error exception typeerror referenceerror syntaxerror rangeerror evalerror aggregateerror assertionerror valueerror keyerror attributeerror
nameerror indexerror runtimeerror importerror modulenotfounderror filenotfounderror oserror ioerror permissionerror
notimplementederror zerodivisionerror calledprocesserror timeouterror connectionerror httperror
nullpointerexception illegalargumentexception illegalstateexception classcastexception runtimeexception ioexception
nomethoderror argumenterror standarderror argumentexception invalidoperationexception nullreferenceexception
enoent eacces eperm eexist eisdir enotdir einval etimedout enotempty epipe
err_assertion err_module_not_found err_invalid_arg_type err_unhandled_rejection err_require_esm
sqlite_error sqlite_constraint
`);

/** Common words of error messages; compared as stems. */
export const COMMON_WORDS = `
abort aborted actual already argument arguments array assert assertion attribute bad be boolean build call called can cannot cause class code
command compile compiler could crash crashed declaration declarations default denied directory does equal error errors exception
exec execution exit expected fail failed fails failure fatal file files find finished found function got have
import imported in index internal invalid is it key line loaded main message method missing module modules
must name named names needed node no none not null number object of one open operation option output package packages panic
parameter path permission process program properties property raised read reading received refused report required resolve
result run running script set status stop string such syntax target task test tests the this throw thrown timeout timed to token
traceback true false tuple type types uncaught undefined unexpected unhandled unable unknown use used value values variable
want warning was with write writing wrong npm npx pnpm yarn python cargo git bash
`;

/** Phrases of systems and programs, in lower case, with their error code. */
export const PHRASES: readonly (readonly [phrase: string, code: string])[] = [
  ['connection refused', 'ECONNREFUSED'],
  ['connection reset by peer', 'ECONNRESET'],
  ['address already in use', 'EADDRINUSE'],
  ['address is already in use', 'EADDRINUSE'],
  ['no space left on device', 'ENOSPC'],
  ['too many open files', 'EMFILE'],
  ['heap out of memory', 'ENOMEM'],
];

// What many different errors say alike. Two outputs that share nothing else are not the same error.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s/).filter((word) => word !== ''));

/** Names and codes that everybody meets, in lower case; what was expected, missing or undefined tells one from another. */
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

/** Words of messages, as they are written; compared as stems. */
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

/** What systems and programs say in words, in lower case, and the code of it. */
export const PHRASES: readonly (readonly [phrase: string, code: string])[] = [
  ['connection refused', 'ECONNREFUSED'],
  ['connection reset by peer', 'ECONNRESET'],
  ['address already in use', 'EADDRINUSE'],
  ['address is already in use', 'EADDRINUSE'],
  ['no space left on device', 'ENOSPC'],
  ['too many open files', 'EMFILE'],
  ['heap out of memory', 'ENOMEM'],
];

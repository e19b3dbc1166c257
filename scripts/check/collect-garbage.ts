// A host with a lost handle would work until the next garbage collection, which may be minutes away: here it never is.

if (!globalThis.gc) throw new Error('run with --expose-gc');
const { gc } = globalThis;
setInterval(() => gc(), 60).unref();

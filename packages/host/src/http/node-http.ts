// What the host and its libraries use of `node:http`; the build puts this module in its place. An `import` of the real module
// reads everything that it exports, and one of its getters loads an HTTP client: a tenth of the main thread's start.
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');

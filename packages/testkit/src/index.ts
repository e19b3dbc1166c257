export * from './agent.ts';
export * from './checkout-session.ts';
export * from './command.ts';
export * from './doors.ts';
export * from './host-process.ts';
export * from './http.ts';
export * from './socket-client.ts';
export * from './temp-folder.ts';

import type { IncomingHttpHeaders } from 'node:http';
import type { Envelope, ErrorReason } from '@twicewise/contract';
import { sameToken } from '@twicewise/mcp';
import type { MiddlewareHandler } from 'hono';
import { AS_PERSON_HEADER, type HttpAsker } from '../callers.ts';

function refusal(reason: ErrorReason, message: string, hint: string): Envelope {
  return { ok: false, error: { code: 'refused', reason, message, hint } };
}

/**
 * Checks where a request comes from, before anything parses it. It must be addressed to this port by a loopback name (a rebound
 * DNS name sends its own Host) and must not come from another origin. Null if it may pass.
 */
export function judgeAddress(headers: IncomingHttpHeaders, port: number): Envelope | null {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  const hint = 'Open the address that Twicewise printed.';
  if (host === undefined || !names.includes(host.toLowerCase())) {
    return refusal('bad_origin', 'This address is not the one Twicewise listens on.', hint);
  }
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`)) {
    return refusal('bad_origin', 'Requests from other origins are not answered.', hint);
  }
  return null;
}

/**
 * Who sent a request, according to its headers, after {@link judgeAddress} let it pass. The browser itself sets `Sec-Fetch-Site`:
 * no script can, and only a page from this very port has the same origin.
 */
export function askerOf(headers: IncomingHttpHeaders): HttpAsker {
  const isOwnPage = headers.origin !== undefined && headers['sec-fetch-site'] === 'same-origin';
  const said = headers[AS_PERSON_HEADER];
  return { isOwnPage, saysPerson: said === 'yes', userAgent: headers['user-agent'] };
}

/** Requires the token for everything except the files of the interface, which hold nothing of the memory. */
export function requireToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    const { path, method } = context.req;
    const isPublic = method === 'GET' && path !== '/mcp' && !path.startsWith('/api/');
    if (isPublic) return next();
    const given = /^Bearer (\S{1,256})$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (given !== undefined && sameToken(given, token)) return next();
    const message = given === undefined ? 'The token is missing.' : 'The token is wrong.';
    const hint = 'Send "Authorization: Bearer …" with the token in run/token of the data folder.';
    return context.json(refusal('bad_token', message, hint), 403);
  };
}

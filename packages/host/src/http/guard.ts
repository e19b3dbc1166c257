import type { IncomingHttpHeaders } from 'node:http';
import type { Envelope, ErrorReason } from '@twicewise/contract';
import { sameToken } from '@twicewise/mcp';
import type { MiddlewareHandler } from 'hono';
import { AS_PERSON_HEADER, type HttpAsker } from '../callers.ts';

/** What scripts and pages may do here: nothing that is not ours. No `unsafe-*`, no frames, no forms, no plug-ins. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers on every answer, errors included. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function refusal(reason: ErrorReason, message: string, hint: string): Envelope {
  return { ok: false, error: { code: 'refused', reason, message, hint } };
}

/**
 * Judges where a request comes from, before anything parses it: it must be addressed to this very port by a loopback
 * name (a rebound DNS name sends its own Host) and come from no other origin. Null when it may pass.
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
 * Who a request says it comes from, once {@link judgeAddress} let it in. `Sec-Fetch-Site` is the browser's own: no script
 * can set it, and only a page that came from this very port is of the same origin.
 */
export function askerOf(headers: IncomingHttpHeaders): HttpAsker {
  const isOwnPage = headers.origin !== undefined && headers['sec-fetch-site'] === 'same-origin';
  const said = headers[AS_PERSON_HEADER];
  return { isOwnPage, saysPerson: said === 'yes', userAgent: headers['user-agent'] };
}

/** Asks for the token everywhere but for the interface's own files, which hold nothing of the memory. */
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

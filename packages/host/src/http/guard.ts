import type { Envelope, ErrorReason } from '@twicewise/contract';
import { sameToken } from '@twicewise/mcp';
import type { Context, MiddlewareHandler } from 'hono';

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
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
};

function refuse(context: Context, reason: ErrorReason, message: string, hint: string): Response {
  const envelope: Envelope = { ok: false, error: { code: 'refused', reason, message, hint } };
  return context.json(envelope, 403);
}

/**
 * Lets in only requests that are addressed to this very port by a loopback name (a rebound DNS name sends its own
 * Host), come from no other origin, and, outside the interface's own files, carry the token.
 */
export function guard(options: { token: string; port: () => number }): MiddlewareHandler {
  return async (context, next) => {
    const hosts = [`127.0.0.1:${options.port()}`, `localhost:${options.port()}`];
    const host = context.req.header('host');
    const origin = context.req.header('origin');
    const hint = 'Open the address that Twicewise printed.';
    if (host === undefined || !hosts.includes(host.toLowerCase())) {
      return refuse(context, 'bad_origin', 'This address is not the one Twicewise listens on.', hint);
    }
    if (origin !== undefined && !hosts.some((name) => origin.toLowerCase() === `http://${name}`)) {
      return refuse(context, 'bad_origin', 'Requests from other origins are not answered.', hint);
    }
    const { path } = context.req;
    const isPublic = context.req.method === 'GET' && path !== '/mcp' && !path.startsWith('/api/');
    if (isPublic) return next();
    const given = /^Bearer (\S{1,256})$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (given !== undefined && sameToken(given, options.token)) return next();
    const message = given === undefined ? 'The token is missing.' : 'The token is wrong.';
    return refuse(
      context,
      'bad_token',
      message,
      'Send "Authorization: Bearer …" with the token in run/token of the data folder.',
    );
  };
}

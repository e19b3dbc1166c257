/**
 * A call of a tool without arguments, where its client wrote `"arguments": null`: several do so for a tool that needs none. The
 * protocol has only an object or nothing there, and the SDK refuses the rest in words about its own schema. Everything else comes back
 * as it is.
 */
export function withoutNullArguments<T>(message: T): T {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { arguments?: unknown } | null };
  if (method !== 'tools/call' || params?.arguments !== null) return message;
  const { arguments: _none, ...rest } = params;
  return { ...message, params: rest };
}

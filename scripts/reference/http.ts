import {
  contract,
  HTTP_STATUS,
  MAX_DROPPED_BYTES,
  operationNames,
  POSITION_HEADER,
  PRODUCT,
} from '@twicewise/contract';

/** The page about the HTTP door: each operation has an address; all other addresses are listed here. */
export function httpPage(): string {
  const rows = operationNames.map((name) => {
    const { kind, summary } = contract[name];
    const anchor = name.toLowerCase().replaceAll('.', '');
    return `| \`POST /api/${name}\` | ${kind === 'query' ? 'reads' : 'writes'} | [${summary.replaceAll('|', '\\|')}](operations.md#${anchor}) |`;
  });
  const statuses = Object.entries(HTTP_STATUS).map(([code, status]) => `\`${code}\` ${status}`);
  return [
    '# HTTP\n',
    `\`${PRODUCT.command} serve\` listens on 127.0.0.1 only and prints the address and the token; the token lies in \`run/token\` of the data folder as well. A request is answered only when it is addressed to that port by \`127.0.0.1\` or \`localhost\` and comes from no other origin.\n`,
    [
      '| header | |',
      '| --- | --- |',
      '| `authorization: Bearer TOKEN` | for everything but the files of the interface |',
      '| `idempotency-key` | of a command: the same key with the same request is answered as before, and done once |',
      `| \`${PRODUCT.command}-as-person: yes\` | a person asked for it; the history keeps that |`,
      '',
    ].join('\n'),
    `The body is the input as JSON. The answer is \`{"ok": true, "value": …}\` with status 200, or \`{"ok": false, "error": …}\` with the status of its code: ${statuses.join(', ')}. See [errors](errors.md). Its header \`${POSITION_HEADER}\` holds epoch and revision, as change events have them, of the state that the memory had reached when the request came.\n`,
    [
      '| address | | |',
      '| --- | --- | --- |',
      '| `GET /` | reads | the interface; `/#token=TOKEN` opens it, `/#token=TOKEN&/lessons` at a view |',
      `| \`POST /files/NAME\` | writes | keeps the body, of at most ${MAX_DROPPED_BYTES} bytes, as a file for an import; answers with its path |`,
      '| `DELETE /files?path=PATH` | writes | removes such a file, which the host does anyway once it is an hour old |',
      '| `GET /api/events` | reads | [change events](events.md) as server-sent events; `ended` when the host ends |',
      '| `/mcp` | both | MCP over HTTP: [tools](agent-tools.md), [resources](resources.md), [prompts](prompts.md) |',
      ...rows,
      '',
    ].join('\n'),
  ].join('\n');
}

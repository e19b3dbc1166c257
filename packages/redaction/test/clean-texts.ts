import { type Draw, drawFrom, seeded } from './secret-samples.ts';

const NOUNS = [
  'tokenizer',
  'password form',
  'secret scanner',
  'cache key',
  'auth middleware',
  'session token',
  'retry loop',
  'API client',
  'CI job',
  'login page',
];
const VERBS = ['fails when', 'works once', 'times out because', 'was fixed after', 'breaks if', 'needs a test where'];
const ENDS = [
  'the header is missing',
  'two workers start at once',
  'the build cache is cold',
  'the clock jumps',
  'input is empty',
  'the lock is stale',
];
const HEX = '0123456789abcdef';
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const uuid = (d: Draw) => [8, 4, 4, 4, 12].map((length) => d.text(HEX, length)).join('-');

/** Texts that look a little like secrets and are none. */
const LOOKALIKES: readonly ((draw: Draw) => string)[] = [
  (d) => `commit ${d.text(HEX, 40)} reverted in ${d.text(HEX, 7)}`,
  (d) => `digest sha256:${d.text(HEX, 64)}`,
  (d) => `"integrity": "sha512-${d.text(`${ALNUM}+/`, 86)}=="`,
  (d) => `request ${uuid(d)} took ${d.int(1, 900)} ms`,
  (d) => `refl_01${d.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)} was superseded`,
  () => 'const token = await getToken(request.headers.authorization);',
  () => 'password: process.env.DB_PASSWORD',
  () => `DB_PASSWORD=${'$'}{DB_PASSWORD:?missing}`,
  () => 'api_key: <your-api-key-here>',
  () => 'set `password=changeme` in the compose file',
  () => `token: ${'$'}{{ secrets.GITHUB_TOKEN }}`,
  () => 'Authorization: Bearer <token>',
  () => 'curl -H "Authorization: Bearer $TOKEN" https://api.example.com/v1/items',
  () => 'postgres://postgres:postgres@localhost:5432/test',
  () => 'https://user:password@host/path is rejected by the URL parser',
  () => 'expect(screen.getByLabelText("Password")).toBeVisible()',
  () => 'type Credentials = { username: string; password: string; token?: AccessToken }',
  () => 'the secret is to keep the transaction short',
  () => 'the token is expired, so the refresh token must be rotated first',
  () => 'passwordResetTokenExpiresAt: Date',
  () => 'secretName: shop-tls-prod',
  () => 'tokenType: "Punctuator", tokens: 4096',
  () => `access_key: ${'$'}{var.access_key}`,
  () => 'aws_secret_access_key = var.aws_secret_access_key',
  () => 'key: "shop-cache-v2-linux-node20"',
  () => 'auth_token: "tests/fixtures/auth-token.json"',
  () => 'secret: k8s/opaque, password: min-8-chars, token: JWT-based',
  (d) => `node_modules/.cache/webpack/${d.text(HEX, 20)}.pack`,
  (d) => `packages/core/src/retrieval/${d.text('abcdefghij', 9)}-index.test.ts:${d.int(1, 400)}:${d.int(1, 80)}`,
  (d) => `2026-0${d.int(1, 9)}-1${d.int(0, 9)}-session-${d.int(100, 999)}-round3-doc-review.md`,
  (d) => `eslint-plugin-react-hooks@${d.int(1, 9)}.${d.int(0, 20)}.${d.int(0, 9)}`,
  (d) => `AKIAIOSFODNN7${'EXAMPLE'} is the example of the AWS manual (${d.int(1, 99)})`,
  () => 'npm_config_registry and npm_lifecycle_event are set by npm itself',
  () => 'sk-circle-fade-dot-animation1 and task-ant-design-icons2 are CSS classes',
  () => 'hf_hub_download(repo_id="org/model", filename="config.json")',
  () => 'grep -n "-----BEGIN" finds certificates: -----BEGIN CERTIFICATE----- is public',
  (d) => `error[E0${d.int(100, 999)}]: borrowed value does not live long enough --> src/main.rs:${d.int(1, 900)}:9`,
  (d) => `0x${d.text(HEX, 16)} in std::panicking::begin_panic_handler`,
];

/** Developer texts without a secret in them. */
export function cleanTexts(count: number): string[] {
  const draw = drawFrom(seeded(77));
  return Array.from({ length: count }, () => {
    const sentence = () => `The ${draw.pick(NOUNS)} ${draw.pick(VERBS)} ${draw.pick(ENDS)}.`;
    return `${sentence()} ${draw.pick(LOOKALIKES)(draw)}\n${sentence()}`;
  });
}

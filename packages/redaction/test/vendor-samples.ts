import type { Draw, Sample } from './secret-samples.ts';

// Made-up tokens in the formats of the services, written independently of the rules that find them.

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const ALNUM = UPPER + LOWER + DIGITS;
const URLSAFE = `${ALNUM}_-`;
const BASE64 = `${ALNUM}+/`;

const uuid = (d: Draw) => [8, 4, 4, 4, 12].map((length) => d.text(HEX, length)).join('-');
const json = (d: Draw) => Buffer.from(`{"u":"${d.text(LOWER, 8)}","a":"${d.text(ALNUM, 24)}"}`).toString('base64url');

/** Tokens that can be recognised by themselves. */
export const MARKED: Readonly<Record<string, (draw: Draw) => string>> = {
  adafruit: (d) => `aio_${d.text(ALNUM, 28)}`,
  airtable: (d) => `pat${d.text(ALNUM, 14)}.${d.text(HEX, 64)}`,
  alibaba: (d) => `LTAI5t${d.text(ALNUM, 18)}`,
  bitbucket: (d) => `ATBB${d.text(ALNUM, 32)}`,
  brevo: (d) => `xkeysib-${d.text(HEX, 64)}-${d.text(ALNUM, 16)}`,
  buildkite: (d) => `bkua_${d.text(HEX, 40)}`,
  circleci: (d) => `CCIPAT_${d.text(ALNUM, 22)}_${d.text(HEX, 40)}`,
  circleci_project: (d) => `CCIPRJ_${d.text(ALNUM, 22)}_${d.text(HEX, 40)}`,
  clickup: (d) => `pk_${d.text(DIGITS, 8)}_${d.text(UPPER + DIGITS, 32)}`,
  cloudflare_token: (d) => d.text(URLSAFE, 40),
  cloudflare_global: (d) => d.text(HEX, 37),
  cloudflare_marked: (d) => `cfut_${d.text(ALNUM, 40)}${d.text(HEX, 8)}`,
  cloudflare_origin: (d) => `v1.0-${d.text(HEX, 24)}-${d.text(HEX, 146)}`,
  contentful: (d) => `CFPAT-${d.text(URLSAFE, 43)}`,
  doppler: (d) => `dp.pt.${d.text(ALNUM, 43)}`,
  doppler_service: (d) => `dp.st.${d.text(ALNUM, 43)}`,
  dropbox: (d) => `sl.${d.text(URLSAFE, 136)}`,
  dynatrace: (d) => `dt0c01.${d.text(UPPER + DIGITS, 24)}.${d.text(UPPER + DIGITS, 64)}`,
  easypost: (d) => `EZAK${d.text(ALNUM, 54)}`,
  elevenlabs: (d) => `sk_${d.text(HEX, 48)}`,
  facebook: (d) => `EAAG${d.text(ALNUM, 120)}`,
  firecrawl: (d) => `fc-${d.text(HEX, 32)}`,
  fly: (d) => `fm2_${d.text(BASE64, 160)}`,
  fly_old: (d) => `fo1_${d.text(URLSAFE, 43)}`,
  gitlab_deploy: (d) => `gldt-${d.text(URLSAFE, 19)}7`,
  gitlab_feed: (d) => `glft-${d.text(URLSAFE, 19)}7`,
  google_refresh: (d) => `1//0${d.text(URLSAFE, 99)}`,
  grafana_cloud: (d) => `glc_${d.text(BASE64, 120)}`,
  grafana_service: (d) => `glsa_${d.text(ALNUM, 32)}_${d.text(HEX, 8)}`,
  groq: (d) => `gsk_${d.text(ALNUM, 52)}`,
  heroku: (d) => `HRKU-AA${d.text(URLSAFE, 58)}`,
  hubspot: (d) => `pat-na1-${uuid(d)}`,
  jina: (d) => `jina_${d.text(URLSAFE, 60)}`,
  langsmith: (d) => `lsv2_pt_${d.text(HEX, 32)}_${d.text(HEX, 10)}`,
  launchdarkly: (d) => `sdk-${uuid(d)}`,
  mapbox: (d) => `sk.${json(d)}.${d.text(URLSAFE, 22)}`,
  netlify: (d) => `nfp_${d.text(ALNUM, 36)}`,
  newrelic_insert: (d) => `NRII-${d.text(URLSAFE, 32)}`,
  nvidia: (d) => `nvapi-${d.text(URLSAFE, 64)}`,
  okta: (d) => `00${d.text(URLSAFE, 40)}`,
  perplexity: (d) => `pplx-${d.text(ALNUM, 48)}`,
  pinecone: (d) => `pcsk_${d.text(ALNUM, 6)}_${d.text(ALNUM, 63)}`,
  plaid: (d) => `access-production-${uuid(d)}`,
  posthog: (d) => `phx_${d.text(ALNUM, 43)}`,
  postman: (d) => `PMAK-${d.text(HEX, 24)}-${d.text(HEX, 34)}`,
  prefect: (d) => `pnu_${d.text(ALNUM, 36)}`,
  pulumi: (d) => `pul-${d.text(HEX, 40)}`,
  render: (d) => `rnd_${d.text(ALNUM, 28)}`,
  replicate: (d) => `r8_${d.text(ALNUM, 37)}`,
  resend: (d) => `re_${d.text(ALNUM, 8)}_${d.text(ALNUM, 24)}`,
  rubygems: (d) => `rubygems_${d.text(HEX, 48)}`,
  sentry_org: (d) => `sntrys_${json(d)}_${d.text(BASE64.replace('/', ''), 43)}`.replaceAll('+', 'x'),
  sentry_user: (d) => `sntryu_${d.text(HEX, 64)}`,
  shippo: (d) => `shippo_live_${d.text(HEX, 40)}`,
  sonar: (d) => `sqp_${d.text(HEX, 40)}`,
  sourcegraph: (d) => `sgp_${d.text(HEX, 16)}_${d.text(HEX, 40)}`,
  square: (d) => `EAAA${d.text(URLSAFE, 60)}`,
  square_app: (d) => `sq0csp-${d.text(URLSAFE, 43)}`,
  tavily: (d) => `tvly-dev-${d.text(ALNUM, 32)}`,
  together: (d) => `tgp_v1_${d.text(URLSAFE, 43)}`,
  typeform: (d) => `tfp_${d.text(URLSAFE, 59)}`,
  vercel_blob: (d) => `vercel_blob_rw_${d.text(ALNUM, 16)}_${d.text(ALNUM, 30)}`,
  xai: (d) => `xai-${d.text(ALNUM, 80)}`,
  yandex: (d) => `AQVN${d.text(URLSAFE, 36)}`,
};

/** Texts in which tokens are left behind. */
export const CONTEXTS: Readonly<Record<string, (secret: string, kind: string) => string>> = {
  alone: (secret) => secret,
  prose: (secret) => `The deploy failed until I used ${secret}, and then it passed.`,
  settings: (secret, kind) => `${kind.toUpperCase()}=${secret}\nDEBUG=1`,
  json: (secret, kind) => `{"${kind}": {"value": "${secret}"}}`,
  command: (secret) => `curl -H "X-Auth: ${secret}" https://api.example.com/v1/items`,
};

const named = (service: string, thing: string, make: (draw: Draw) => string) => (d: Draw) => {
  const secret = make(d);
  const upper = `${service}_${thing}`.toUpperCase().replaceAll(' ', '_');
  const around = d.pick([
    `export ${upper}=${secret}`,
    `the ${service} ${thing} ${secret} was in the log`,
    `${service} ${thing}: \`${secret}\``,
    `"${upper}": "${secret}"`,
    `I set the ${service} ${thing} to ${secret} and tried again`,
  ]);
  return { text: around, secret };
};

/** Keys that can be recognised only by the text around them. */
export const NAMED: Readonly<Record<string, (draw: Draw) => Sample>> = {
  heroku_uuid: named('Heroku', 'api key', uuid),
  circleci_hex: named('CircleCI', 'token', (d) => d.text(HEX, 40)),
  cloudflare_hex: named('Cloudflare', 'global api key', (d) => d.text(HEX, 37)),
  fastly: named('Fastly', 'api token', (d) => d.text(URLSAFE, 32)),
  algolia: named('Algolia', 'admin key', (d) => d.text(HEX, 32)),
  datadog: named('Datadog', 'app key', (d) => d.text(HEX, 40)),
  snyk: named('Snyk', 'token', uuid),
  twilio_auth: named('Twilio', 'auth token', (d) => d.text(HEX, 32)),
  airtable_old: named('Airtable', 'api key', (d) => `key${d.text(ALNUM, 14)}${d.text(ALNUM, 8)}`),
  mistral: named('Mistral', 'api key', (d) => d.text(ALNUM, 32)),
  deepgram: named('Deepgram', 'api key', (d) => d.text(HEX, 40)),
  wandb: named('wandb', 'api key', (d) => d.text(HEX, 40)),
  pgpassword: (d) => {
    const secret = d.text(LOWER, 5) + d.text(DIGITS, 2);
    return {
      text: d.pick([`PGPASSWORD=${secret} psql -h db`, `PGPASSWORD='${secret}'`, `PGPASSWORD: ${secret}`]),
      secret,
    };
  },
  refresh_in_prose: (d) => {
    const secret = d.text(ALNUM, 48);
    return { text: `It answers with the refresh token ${secret} after a day.`, secret };
  },
};

/** Texts that look as if they held such a key, and hold none. */
export const LOOKALIKES: readonly ((draw: Draw) => string)[] = [
  (d) => `Heroku deployed the commit ${d.text(HEX, 40)} at noon`,
  (d) => `CircleCI restored the cache key v1-deps-${d.text(HEX, 64)}`,
  (d) => `Cache restored from key Linux-node-20-${d.text(HEX, 64)}`,
  (d) => `the Sentry release ${d.text(HEX, 40)} has no source maps`,
  (d) => `Cloudflare zone ${d.text(HEX, 32)}, ray ${d.text(HEX, 16)}`,
  (d) => `the primary key ${uuid(d)} exists already`,
  (d) => `Datadog trace ${d.text(DIGITS, 19)} and span ${d.text(HEX, 16)}`,
  (d) => `pod api-${d.text(HEX, 10)}-${d.text(LOWER, 5)} was evicted from node-${d.int(1, 9)}`,
  (d) => `pat-na1-shop and sdk-${d.int(1, 9)}.${d.int(0, 9)} are names of releases`,
  (d) => `sha256-${d.text(BASE64, 43)}= and sha512-${d.text(BASE64, 86)}==`,
  (d) => `blob ${Buffer.from(d.text(ALNUM, 32)).toString('base64url')} was 43 long`,
  () => 'the key getUserPreferencesFromLocalStorageOrDefault2 is unused; token parseExpressionStatementWithRecovery',
  () => 'use the token access_token_expires_in_seconds_v2 from the answer; secret management-console-eu-west-1',
  () => 'key shop/2026/uploads/image-0001-original-large.png in the bucket',
  () => 'pk_user_id and sk_user_id are columns; re_authenticate_with_provider_tokens is a function',
  () => 'pul-request-template, xai-explainability-notes and r8_shrinker_configuration_file_for_release',
  () => `PGPASSWORD=$DB_PASSWORD psql; PGPASSWORD=<password>; PGPASSWORD=${'$'}{PW:?}; PGPASSWORD=changeme`,
  (d) => `/nix/store/${d.text('0123456789abcdfghijklmnpqrsvwxyz', 32)}-node-24.${d.int(0, 30)}.0`,
  (d) => `https://example.com/watch/${d.text(URLSAFE, 11)} and /files/${d.text(URLSAFE, 33)}/edit`,
  (d) => `${d.text(HEX, 64)}  dist/index.js\n${d.text(HEX, 56)}  dist/index.css`,
  (d) => `Etag W/"${d.text(HEX, 5)}-${d.text(BASE64, 27)}" and session-${d.text(HEX, 32)}.log`,
];

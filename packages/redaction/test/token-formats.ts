// The formats of tokens as the manuals of the services show them, written independently of the rules that find them.

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALNUM = `${LOWER.toUpperCase()}${LOWER}${DIGITS}`;
/** Letters and digits of each alphabet, and its signs. */
const ALPHABETS: Readonly<Record<string, readonly [string, string]>> = {
  A: [ALNUM, ''],
  V: [ALNUM, '_'],
  S: [ALNUM, '-'],
  W: [ALNUM, '_-'],
  D: [ALNUM, '_.=-'],
  P: [ALNUM, '_.-'],
  E: [ALNUM, '_=-'],
  B: [ALNUM, '+/'],
  F: [ALNUM, '+/='],
  G: [ALNUM, '_/-'],
  Q: [ALNUM, '%+/_-'],
  L: [LOWER + DIGITS, ''],
  U: [LOWER.toUpperCase() + DIGITS, ''],
  H: [`${DIGITS}abcdef`, ''],
  I: [`${DIGITS}abcdefABCDEF`, ''],
  N: [DIGITS, ''],
  X: [LOWER, ''],
};

/** A format: what stands for itself, and `{A20}` or `{A20,60}` for so many signs of an alphabet. */
export interface Format {
  kind: string;
  format: string;
  /** It may follow a letter. */
  afterLetter?: boolean;
  /** It may be followed by any sign, so that what is longer goes in part. */
  open?: boolean;
  /** What is left of it when a sign is missing may be of another format. */
  also?: boolean;
  /** The part of it that is no secret. */
  kept?: string;
}

const PART = /\{([A-Z])(\d+)(?:,(\d+))?\}/g;

/** Signs of an alphabet: letters and digits in turn, and its other signs soon after the beginning. */
function signs(alphabet: string, length: number): string {
  const [letters = '', others = ''] = ALPHABETS[alphabet] ?? [];
  const step = letters.length === 16 ? 7 : 11;
  const all = Array.from({ length }, (_, at) => letters[(at * step + 1) % letters.length]);
  for (const [at, sign] of [...others].entries()) if (length > 12) all[at + 2] = sign;
  return all.join('');
}

/** A token of a format, of its minimum or maximum length. `change` may replace a part, of which it gets the number. */
export function tokenOf(
  { format }: Format,
  size: 'least' | 'most' = 'least',
  change: (part: string, at: number, alphabet: string) => string = (part) => part,
): string {
  let at = 0;
  return format.replace(PART, (_, alphabet: string, least: string, most = least) =>
    change(signs(alphabet, Number(size === 'least' ? least : most)), at++, alphabet),
  );
}

/** Number of the parts of a format that stand for several signs. */
export const partsOf = ({ format }: Format): number => [...format.matchAll(PART)].length;

const formats = (kind: string, all: readonly string[], more: Partial<Format> = {}): Format[] =>
  all.map((format) => ({ kind, format, ...more }));
const UUID = '{H8}-{H4}-{H4}-{H4}-{H12}';
const open = { open: true };

/** Tokens with a rule of their own. */
export const OWN_FORMATS: readonly Format[] = [
  ...formats('aws_access_key_id', ['AKIA{U16}', 'ASIA{U16}', 'ABIA{U16}', 'ACCA{U16}', 'A3T{U17}', 'A3TX{U16}']),
  ...formats('github_token', ['ghp_{A30,255}', 'gho_{A30,255}', 'ghu_{A30,255}', 'ghs_{A30,255}', 'ghr_{A30,255}']),
  ...formats('github_token', ['github_pat_{V30,255}']),
  ...formats('github_token', ['ghs_{N1,20}_{W1,1000}.{W1,8000}.{W1,1000}'], open),
  ...formats('gitlab_token', ['glpat-{P20,200}', 'gldt-{P20,200}', 'glrt-{P20,200}', 'glptt-{P20,200}'], open),
  ...formats('gitlab_token', ['glcbt-{P20,200}'], open),
  ...formats('slack_token', ['xoxb-{S20,250}', 'xoxz-{S20,250}', 'xapp-{S20,250}'], open),
  ...formats('slack_token', ['xoxe.xoxp-{S20,250}'], { open: true, afterLetter: true }),
  ...['services', 'workflows', 'triggers'].map((what) => ({
    kind: 'slack_webhook',
    format: `hooks.slack.com/${what}/{G20,200}`,
    kept: `hooks.slack.com/${what}/`,
    afterLetter: true,
    open: true,
  })),
  ...['discord', 'discordapp'].map((host) => ({
    kind: 'discord_webhook',
    format: `${host}.com/api/webhooks/123456789012345/{W50,90}`,
    kept: `${host}.com/api/webhooks/123456789012345/`,
    afterLetter: true,
    open: true,
  })),
  ...formats('stripe_key', ['sk_live_{A16,250}', 'rk_live_{A16,250}', 'sk_test_{A16,250}', 'rk_test_{A16,250}'], open),
  ...formats('stripe_key', ['whsec_{F24,120}'], open),
  ...formats('google_api_key', ['AIza{W35}']),
  ...formats('google_oauth', ['ya29.{W20,250}', 'GOCSPX-{W20,250}'], open),
  ...formats('anthropic_key', ['sk-ant-{W20,250}'], open),
  ...formats('openai_key', ['sk-proj-{W20,250}', 'sk-svcacct-{W20,250}', 'sk-admin-{W20,250}'], open),
  ...formats('openai_key', ['sk-or-v1-{W20,250}'], open),
  ...formats('openai_key', ['sk-{A20,100}']),
  ...formats('npm_token', ['npm_{A36}']),
  ...formats('pypi_token', ['pypi-{W50,250}'], open),
  ...formats('huggingface_token', ['hf_{A30,60}']),
  ...formats('sendgrid_key', ['SG.{W16,32}.{W32,64}'], open),
  ...formats('twilio_key', ['SK{H32}']),
  ...formats('digitalocean_token', ['dop_v1_{H64}', 'doo_v1_{H64}', 'dor_v1_{H64}']),
  ...formats('shopify_token', ['shpat_{I32}', 'shpca_{I32}', 'shppa_{I32}', 'shpss_{I32}', 'shpua_{I32}']),
  ...formats('telegram_token', ['{N8,10}:{W35}']),
  ...formats('jwt', ['eyJ{W8,8192}.eyJ{W4,16384}.{W1,2048}'], open),
  ...formats('databricks_token', ['dapi{I32}']),
  ...formats('databricks_token', ['dapi{I32}-1'], open),
  ...formats('linear_key', ['lin_api_{A32,128}', 'lin_oauth_{A32,128}']),
  ...formats('notion_token', ['secret_{A43}', 'ntn_{A40,64}']),
  ...formats('age_secret_key', ['AGE-SECRET-KEY-1{U50,250}', 'AGE-SECRET-KEY-PQ-1{U50,250}'], {
    afterLetter: true,
    open: true,
  }),
  ...formats('mailgun_key', ['key-{H32}']),
  ...formats('mailchimp_key', ['{H32}-us{N1,2}']),
  ...formats('atlassian_token', ['ATATT3{E60,250}', 'ATCTT3{E60,250}'], open),
  ...formats('terraform_token', ['{A14}.atlasv1.{E60,120}'], open),
  ...formats('newrelic_key', ['NRAK-{U27}']),
  ...formats('supabase_key', ['sbp_{H40}', 'sb_secret_{W20,80}'], open),
  ...formats('planetscale_token', ['pscale_tkn_{P32,80}', 'pscale_pw_{P32,80}', 'pscale_oauth_{P32,80}'], open),
  ...['?', '&', ';'].map((before) => ({
    kind: 'azure_sas',
    format: `${before}sig={Q40,128}`,
    kept: `${before}sig=`,
    afterLetter: true,
    open: true,
  })),
];

/** Tokens that a line of data is for. */
export const VENDOR_FORMATS: readonly Format[] = [
  ...formats('adafruit_key', ['aio_{A28}']),
  ...formats('airtable_token', ['pat{A14}.{H64}']),
  ...formats('alibaba_key', ['LTAI{A16,24}']),
  ...formats('artifactory_key', ['AKCp{A60,75}']),
  ...formats('bitbucket_token', ['ATBB{A32}']),
  ...formats('brevo_key', ['xkeysib-{H64}-{A16}', 'xsmtpsib-{H64}-{A16}']),
  ...formats('buildkite_token', ['bkua_{H40}', 'bkaj_{H40}']),
  ...formats('cerebras_key', ['csk-{L40,60}']),
  ...formats('circleci_token', ['CCIPAT_{A20,24}_{H40}', 'CCIPRJ_{A20,24}_{H40}']),
  ...formats('clickup_token', ['pk_{N4,12}_{U32}']),
  ...formats('cloudflare_token', ['cfut_{W40,60}', 'cfat_{W40,60}', 'cfk_{W40,60}', 'v1.0-{H24}-{H100,200}']),
  ...formats('contentful_token', ['CFPAT-{W43}']),
  ...formats('doppler_token', ['dp.pt.{A40,44}', 'dp.ct.{A40,44}', 'dp.sa.{A40,44}', 'dp.scim.{A40,44}']),
  ...formats('doppler_token', ['dp.audit.{A40,44}', 'dp.st.{A40,44}']),
  ...formats('dropbox_token', ['sl.{W60,200}', 'sl.u.{W60,1200}']),
  ...formats('duffel_token', ['duffel_live_{W43}', 'duffel_test_{W43}']),
  ...formats('dynatrace_token', ['dt0c01.{U24}.{U64}', 'dt0s01.{U8}.{U64}']),
  ...formats('easypost_key', ['EZAK{A54}', 'EZTK{A54}']),
  ...formats('elevenlabs_key', ['sk_{H48}']),
  ...formats('facebook_token', ['EAAC{A60,250}', 'EAAM{A60,250}', 'EAAG{A60,250}', 'EAAB{A60,250}']),
  ...formats('firecrawl_key', ['fc-{H32}']),
  ...formats('fly_token', ['fo1_{W43}', 'fm1r_{B80,2000}', 'fm1a_{B80,2000}', 'fm2_{B80,2000}']),
  ...formats('flutterwave_key', ['FLWSECK-{H32}-X', 'FLWSECK_TEST-{H32}-X']),
  ...formats('frameio_token', ['fio-u-{W60,68}']),
  ...formats('gitlab_token', ['glsoat-{W20,60}', 'glft-{W20,60}', 'glimt-{W25,60}', 'glagent-{W50,60}', 'gloas-{W64}']),
  ...formats('gitlab_token', ['GR1348941{W20}']),
  ...formats('google_refresh_token', ['1//0{W40,160}']),
  ...formats('grafana_token', ['glc_{B40,400}', 'glsa_{A32}_{H8}']),
  ...formats('groq_key', ['gsk_{A48,60}']),
  ...formats('harness_token', ['pat.{W22}.{H24}.{A20}', 'sat.{W22}.{H24}.{A20}']),
  ...formats('heroku_key', ['HRKU-{W36,70}']),
  ...formats('hubspot_token', [`pat-na1-${UUID}`, `pat-na2-${UUID}`, `pat-eu1-${UUID}`]),
  ...formats('infracost_key', ['ico-{A32}']),
  ...formats('intercom_token', ['dG9rO{A48,80}']),
  ...formats('jina_key', ['jina_{W50,70}']),
  ...formats('langfuse_key', [`sk-lf-${UUID}`]),
  ...formats('langsmith_key', ['lsv2_pt_{H32}_{H10}', 'lsv2_sk_{H32}_{H10}']),
  ...formats('launchdarkly_key', [`sdk-${UUID}`]),
  ...formats('lob_key', ['live_{H35}', 'test_{H35}']),
  ...formats('mapbox_token', ['sk.eyJ{W40,200}.{W20,30}', 'tk.eyJ{W40,200}.{W20,30}', 'pk.eyJ{W40,200}.{W20,30}']),
  ...formats('neon_key', ['napi_{L60,70}']),
  ...formats('netlify_token', ['nfp_{A36,44}', 'nfc_{A36,44}', 'nfo_{A36,44}']),
  ...formats('newrelic_key', ['NRII-{W32}', 'NRAA-{H27}', 'NRJS-{H19}']),
  ...formats('nvidia_key', ['nvapi-{W60,70}']),
  ...formats('perplexity_key', ['pplx-{A48,56}']),
  ...formats('pinecone_key', ['pcsk_{A5,7}_{A60,70}']),
  ...formats('plaid_token', [`access-sandbox-${UUID}`, `access-development-${UUID}`, `access-production-${UUID}`]),
  ...formats('posthog_key', ['phx_{A40,48}']),
  ...formats('postman_key', ['PMAK-{H24}-{H34}']),
  ...formats('prefect_key', ['pnu_{A36}', 'pnb_{A36}']),
  ...formats('pulumi_token', ['pul-{H40}']),
  ...formats('readme_key', ['rdme_{L70}']),
  ...formats('render_key', ['rnd_{A28,32}']),
  ...formats('replicate_token', ['r8_{A37}']),
  ...formats('resend_key', ['re_{A8}_{A24}']),
  ...formats('rubygems_key', ['rubygems_{H48}']),
  ...formats('sentry_token', ['sntryu_{H64}', 'sntrys_{D60,400}']),
  ...formats('shippo_token', ['shippo_live_{H40}', 'shippo_test_{H40}']),
  ...formats('sonar_token', ['sqp_{H40}', 'squ_{H40}', 'sqa_{H40}']),
  ...formats('sourcegraph_token', ['sgp_{H40}', 'sgp_{H16}_{H40}', 'sgp_local_{H40}']),
  ...formats('square_token', ['EAAA{W60}', 'sq0atp-{W22}', 'sq0csp-{W43}', 'sq0idp-{W22}']),
  ...formats('tavily_key', ['tvly-{A32}', 'tvly-dev-{A32}', 'tvly-prod-{A32}']),
  ...formats('telnyx_key', ['KEY{U32}_{W22}']),
  ...formats('tencent_key', ['AKID{A32}']),
  ...formats('together_key', ['tgp_v1_{W43}']),
  ...formats('twitter_token', [`${'A'.repeat(21)}{A60,110}`]),
  ...formats('typeform_token', ['tfp_{D40,70}']),
  ...formats('vercel_token', ['vcp_{A50,60}', 'vercel_blob_rw_{A14,18}_{A28,40}']),
  ...formats('voyage_key', ['pa-{W43}']),
  ...formats('wakatime_key', [`waka_${UUID}`]),
  ...formats('xai_key', ['xai-{A70,90}']),
  ...formats('yandex_token', ['AQVN{W35,38}', 'y0_{W50,60}']),
  ...formats('yandex_token', ['y0__{W50,60}'], { also: true }),
];

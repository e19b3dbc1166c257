import { patternRule, type SecretRule } from './finding.ts';
import { isGenerated } from './plausible.ts';

// Tokens of services that mark them with a prefix, as their manuals show: one line of data each. After the prefix comes a shape,
// in which letters name alphabets and numbers give lengths.

/** Alphabets of the shapes. */
const ALPHABETS: Readonly<Record<string, string>> = {
  A: '[A-Za-z0-9]',
  W: '[A-Za-z0-9_-]',
  D: '[A-Za-z0-9_.=-]',
  B: '[A-Za-z0-9+/]',
  L: '[a-z0-9]',
  U: '[A-Z0-9]',
  H: '[0-9a-f]',
  N: '[0-9]',
};

const UUID = 'H8-H4-H4-H4-H12';

/** Kind, then its prefixes with the shapes that follow them: `H40` is forty hexadecimal digits, `A20,60` twenty to sixty. */
const TOKENS: readonly (readonly [kind: string, ...shapes: (readonly [mark: string, shape: string])[]])[] = [
  ['adafruit_key', ['aio_', 'A28']],
  ['airtable_token', ['pat', 'A14.H64']],
  ['alibaba_key', ['LTAI', 'A16,24']],
  ['artifactory_key', ['AKCp', 'A60,75']],
  ['bitbucket_token', ['ATBB', 'A32']],
  ['brevo_key', ['xkeysib-', 'H64-A16'], ['xsmtpsib-', 'H64-A16']],
  ['buildkite_token', ['bkua_', 'H40'], ['bkaj_', 'H40']],
  ['cerebras_key', ['csk-', 'L40,60']],
  ['circleci_token', ['CCIPAT_', 'A20,24_H40'], ['CCIPRJ_', 'A20,24_H40']],
  ['clickup_token', ['pk_', 'N4,12_U32']],
  ['cloudflare_token', ['cfut_', 'W40,60'], ['cfat_', 'W40,60'], ['cfk_', 'W40,60'], ['v1.0-', 'H24-H100,200']],
  ['contentful_token', ['CFPAT-', 'W43']],
  [
    'doppler_token',
    ['dp.pt.', 'A40,44'],
    ['dp.ct.', 'A40,44'],
    ['dp.sa.', 'A40,44'],
    ['dp.scim.', 'A40,44'],
    ['dp.audit.', 'A40,44'],
    ['dp.st.', 'A40,44'],
  ],
  ['dropbox_token', ['sl.', 'W60,200'], ['sl.u.', 'W60,1200']],
  ['duffel_token', ['duffel_live_', 'W43'], ['duffel_test_', 'W43']],
  ['dynatrace_token', ['dt0c01.', 'U24.U64'], ['dt0s01.', 'U8.U64']],
  ['easypost_key', ['EZAK', 'A54'], ['EZTK', 'A54']],
  ['elevenlabs_key', ['sk_', 'H48']],
  ['facebook_token', ['EAAC', 'A60,250'], ['EAAM', 'A60,250'], ['EAAG', 'A60,250'], ['EAAB', 'A60,250']],
  ['firecrawl_key', ['fc-', 'H32']],
  ['fly_token', ['fo1_', 'W43'], ['fm1r_', 'B80,2000'], ['fm1a_', 'B80,2000'], ['fm2_', 'B80,2000']],
  ['flutterwave_key', ['FLWSECK-', 'H32-X'], ['FLWSECK_TEST-', 'H32-X']],
  ['frameio_token', ['fio-u-', 'W60,68']],
  [
    'gitlab_token',
    ['glsoat-', 'W20,60'],
    ['glft-', 'W20,60'],
    ['glimt-', 'W25,60'],
    ['glagent-', 'W50,60'],
    ['gloas-', 'W64'],
    ['GR1348941', 'W20'],
  ],
  ['google_refresh_token', ['1//0', 'W40,160']],
  ['grafana_token', ['glc_', 'B40,400'], ['glsa_', 'A32_H8']],
  ['groq_key', ['gsk_', 'A48,60']],
  ['harness_token', ['pat.', 'W22.H24.A20'], ['sat.', 'W22.H24.A20']],
  ['heroku_key', ['HRKU-', 'W36,70']],
  ['hubspot_token', ['pat-na1-', UUID], ['pat-na2-', UUID], ['pat-eu1-', UUID]],
  ['infracost_key', ['ico-', 'A32']],
  ['intercom_token', ['dG9rO', 'A48,80']],
  ['jina_key', ['jina_', 'W50,70']],
  ['langfuse_key', ['sk-lf-', UUID]],
  ['langsmith_key', ['lsv2_pt_', 'H32_H10'], ['lsv2_sk_', 'H32_H10']],
  ['launchdarkly_key', ['sdk-', UUID]],
  ['lob_key', ['live_', 'H35'], ['test_', 'H35']],
  ['mapbox_token', ['sk.eyJ', 'W40,200.W20,30'], ['tk.eyJ', 'W40,200.W20,30'], ['pk.eyJ', 'W40,200.W20,30']],
  ['neon_key', ['napi_', 'L60,70']],
  ['netlify_token', ['nfp_', 'A36,44'], ['nfc_', 'A36,44'], ['nfo_', 'A36,44']],
  ['newrelic_key', ['NRII-', 'W32'], ['NRAA-', 'H27'], ['NRJS-', 'H19']],
  ['nvidia_key', ['nvapi-', 'W60,70']],
  ['perplexity_key', ['pplx-', 'A48,56']],
  ['pinecone_key', ['pcsk_', 'A5,7_A60,70']],
  ['plaid_token', ['access-sandbox-', UUID], ['access-development-', UUID], ['access-production-', UUID]],
  ['posthog_key', ['phx_', 'A40,48']],
  ['postman_key', ['PMAK-', 'H24-H34']],
  ['prefect_key', ['pnu_', 'A36'], ['pnb_', 'A36']],
  ['pulumi_token', ['pul-', 'H40']],
  ['readme_key', ['rdme_', 'L70']],
  ['render_key', ['rnd_', 'A28,32']],
  ['replicate_token', ['r8_', 'A37']],
  ['resend_key', ['re_', 'A8_A24']],
  ['rubygems_key', ['rubygems_', 'H48']],
  ['sentry_token', ['sntryu_', 'H64'], ['sntrys_', 'D60,400']],
  ['shippo_token', ['shippo_live_', 'H40'], ['shippo_test_', 'H40']],
  ['sonar_token', ['sqp_', 'H40'], ['squ_', 'H40'], ['sqa_', 'H40']],
  ['sourcegraph_token', ['sgp_', 'H40'], ['sgp_', 'H16_H40'], ['sgp_local_', 'H40']],
  ['square_token', ['EAAA', 'W60'], ['sq0atp-', 'W22'], ['sq0csp-', 'W43'], ['sq0idp-', 'W22']],
  ['tavily_key', ['tvly-', 'A32'], ['tvly-dev-', 'A32'], ['tvly-prod-', 'A32']],
  ['telnyx_key', ['KEY', 'U32_W22']],
  ['tencent_key', ['AKID', 'A32']],
  ['together_key', ['tgp_v1_', 'W43']],
  ['twitter_token', ['AAAAAAAAAAAAAAAAAAAAA', 'A60,110']],
  ['typeform_token', ['tfp_', 'D40,70']],
  ['vercel_token', ['vcp_', 'A50,60'], ['vercel_blob_rw_', 'A14,18_A28,40']],
  ['voyage_key', ['pa-', 'W43']],
  ['wakatime_key', ['waka_', UUID]],
  ['xai_key', ['xai-', 'A70,90']],
  ['yandex_token', ['AQVN', 'W35,38'], ['y0_', 'W50,60'], ['y0__', 'W50,60']],
];

const escaped = (mark: string) => mark.replace(/[.+*?/]/g, '\\$&');

/** Converts `H24-A16,20` to an expression. Anything but an alphabet with a length stands for itself. */
function expression(shape: string): string {
  return shape.replace(/([A-Z])(\d{1,4})(?:,(\d{1,4}))?|\./g, (part, alphabet: string, least: string, most?: string) =>
    part === '.' ? '\\.' : `${ALPHABETS[alphabet]}{${least}${most === undefined ? '' : `,${most}`}}`,
  );
}

/** Rules for the tokens above. */
export const vendorTokens: readonly SecretRule[] = TOKENS.map(([kind, ...shapes]) =>
  patternRule(
    kind,
    shapes.map(([mark]) => mark),
    new RegExp(
      `(?<![A-Za-z0-9])(?:${shapes.map(([mark, shape]) => escaped(mark) + expression(shape)).join('|')})(?![A-Za-z0-9])`,
      'g',
    ),
    (token) => isGenerated(token.slice(3)),
  ),
);

import { patternRule, type SecretRule } from './finding.ts';
import { hasLetterAndDigit, isGenerated, isMixed } from './plausible.ts';

/** A Discord token starts with the account's number in Base64; dotted names of the same shape do not. */
function isDiscordToken(token: string): boolean {
  const account = Buffer.from(token.slice(0, token.indexOf('.')), 'base64').toString('latin1');
  return /^\d{17,20}$/.test(account);
}

const notExample = (token: string) => !token.endsWith('EXAMPLE');

/** Rules for tokens that show their kind by a fixed prefix or shape. */
export const tokenRules: readonly SecretRule[] = [
  patternRule(
    'aws_access_key_id',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    notExample,
  ),
  patternRule(
    'github_token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255})(?![A-Za-z0-9])/g,
  ),
  patternRule(
    'github_token',
    ['ghs_'],
    /(?<![A-Za-z0-9_-])ghs_\d{1,20}_[A-Za-z0-9_-]{1,1000}\.[A-Za-z0-9_-]{1,8000}\.[A-Za-z0-9_-]{1,1000}/g,
  ),
  patternRule(
    'gitlab_token',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'],
    /(?<![A-Za-z0-9])(?:glpat|gldt|glrt|glptt|glcbt)-[A-Za-z0-9_.-]{20,200}/g,
    (token) => isGenerated(token.slice(token.indexOf('-') + 1)),
  ),
  patternRule(
    'slack_token',
    ['xox', 'xapp-'],
    /(?<![A-Za-z0-9])(?:xox[a-z]|xapp|xoxe\.xox[a-z])-[A-Za-z0-9-]{20,250}/g,
    (token) => /\d/.test(token),
  ),
  patternRule(
    'slack_webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9_/-]{20,200})/g,
  ),
  patternRule(
    'discord_webhook',
    ['/api/webhooks/'],
    /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/(?<secret>[A-Za-z0-9_-]{50,90})/g,
  ),
  patternRule(
    'discord_token',
    ['.'],
    /(?<![\w-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![\w-])/g,
    isDiscordToken,
  ),
  patternRule(
    'stripe_key',
    ['_live_', '_test_', 'whsec_'],
    /(?<![A-Za-z0-9])(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{24,120})/g,
    (token) => isGenerated(token.slice(token.lastIndexOf('_') + 1)),
  ),
  patternRule('google_api_key', ['AIza'], /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9])/g),
  patternRule('google_oauth', ['ya29.', 'GOCSPX-'], /(?<![A-Za-z0-9])(?:ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,250}/g),
  patternRule('anthropic_key', ['sk-ant-'], /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{20,250}/g, hasLetterAndDigit),
  patternRule(
    'openai_key',
    ['sk-'],
    /(?<![A-Za-z0-9-])sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,250}|[A-Za-z0-9]{20,100}(?![A-Za-z0-9-]))/g,
    hasLetterAndDigit,
  ),
  patternRule('npm_token', ['npm_'], /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g, hasLetterAndDigit),
  patternRule('pypi_token', ['pypi-'], /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,250}/g, isMixed),
  patternRule('huggingface_token', ['hf_'], /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,60}(?![A-Za-z0-9_])/g),
  patternRule('sendgrid_key', ['SG.'], /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g),
  patternRule('twilio_key', ['SK'], /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  patternRule('digitalocean_token', ['do'], /(?<![A-Za-z0-9])do[por]_v1_[0-9a-f]{64}(?![A-Za-z0-9])/g),
  patternRule('shopify_token', ['shp'], /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}(?![A-Za-z0-9])/g),
  patternRule('telegram_token', [':'], /(?<![\w-])\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g, isMixed),
  patternRule(
    'jwt',
    ['eyJ'],
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,8192}\.eyJ[A-Za-z0-9_-]{4,16384}\.[A-Za-z0-9_-]{0,2048}/g,
  ),
  patternRule('databricks_token', ['dapi'], /(?<![A-Za-z0-9])dapi[0-9a-fA-F]{32}(?:-\d)?(?![A-Za-z0-9])/g),
  patternRule('linear_key', ['lin_'], /(?<![A-Za-z0-9])lin_(?:api|oauth)_[A-Za-z0-9]{32,128}(?![A-Za-z0-9])/g),
  patternRule(
    'notion_token',
    ['secret_', 'ntn_'],
    /(?<![A-Za-z0-9])(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,64})(?![A-Za-z0-9])/g,
    hasLetterAndDigit,
  ),
  patternRule('age_secret_key', ['AGE-SECRET-KEY-'], /AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,250}/g),
  patternRule('mailgun_key', ['key-'], /(?<![A-Za-z0-9_-])key-[0-9a-f]{32}(?![A-Za-z0-9])/g),
  patternRule('mailchimp_key', ['-us'], /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g),
  patternRule('atlassian_token', ['ATATT3', 'ATCTT3'], /(?<![A-Za-z0-9])AT[AC]TT3[A-Za-z0-9_=-]{60,250}/g),
  patternRule('terraform_token', ['.atlasv1.'], /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,120}/g),
  patternRule('newrelic_key', ['NRAK-'], /(?<![A-Za-z0-9])NRAK-[A-Z0-9]{27}(?![A-Za-z0-9])/g),
  patternRule('supabase_key', ['sbp_', 'sb_secret_'], /(?<![A-Za-z0-9])(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,80})/g),
  patternRule('planetscale_token', ['pscale_'], /(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[\w.-]{32,80}/g),
  patternRule('azure_sas', ['sig='], /[?&;]sig=(?<secret>[A-Za-z0-9%+/_-]{40,128}=?)/g, hasLetterAndDigit),
];

// Secrets are made up at run time: no scanner finds one in this file, and none is real.

/** A small seeded generator (mulberry32): the same secrets in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = UPPER + LOWER + DIGITS;
const URLSAFE = `${ALNUM}_-`;

/** Draws from a seeded generator. */
export interface Draw {
  text(alphabet: string, length: number): string;
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
}

export function drawFrom(random: () => number): Draw {
  const int = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  return {
    int,
    text: (alphabet, length) => Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(''),
    pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
  };
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'latin1').toString('base64url');

function password(draw: Draw): string {
  return (
    draw.text(LOWER, 3) +
    draw.text(DIGITS, 2) +
    draw.text(UPPER, 2) +
    draw.text('!#%^*+?', 1) +
    draw.text(ALNUM, draw.int(3, 10))
  );
}

/** The secret is the last line of the key, which a rule that stops too early leaves in the text. */
function pemBlock(draw: Draw): { text: string; secret: string } {
  const kind = draw.pick(['RSA ', 'EC ', '', 'OPENSSH ', 'ENCRYPTED ']);
  const lines = Array.from({ length: draw.int(6, 24) }, () => draw.text(`${ALNUM}+/`, 64));
  const newline = draw.pick(['\n', '\\n', '\r\n']);
  const block = [`-----BEGIN ${kind}PRIVATE ${'KEY'}-----`, ...lines, `-----END ${kind}PRIVATE ${'KEY'}-----`];
  return { text: block.join(newline), secret: lines.at(-1) ?? '' };
}

/** A made-up secret in a text that shows what it is; `secret` must not be left after redaction. */
export interface Sample {
  text: string;
  secret: string;
}

const bare = (secret: string): Sample => ({ text: secret, secret });

/** How to make one secret of each kind. */
export const SECRET_KINDS: Record<string, (draw: Draw) => Sample> = {
  aws_access_key_id: (d) => bare(d.pick(['AKIA', 'ASIA']) + d.text(UPPER + DIGITS, 16)),
  aws_secret: (d) => {
    const secret = `aB3${d.text(`${ALNUM}/+`, 37)}`;
    const id = `AKIA${d.text(UPPER + DIGITS, 16)}`;
    return {
      secret,
      text: d.pick([`aws_secret_access_key = ${secret}`, `AWS_SECRET_ACCESS_KEY="${secret}"`, `${id} / ${secret}`]),
    };
  },
  github_classic: (d) => bare(`gh${d.pick(['p', 'o', 'u', 's', 'r'])}_${d.text(ALNUM, 36)}`),
  github_fine_grained: (d) => bare(`github_pat_${d.text(ALNUM, 22)}_${d.text(ALNUM, 59)}`),
  gitlab: (d) => bare(`glpat-${d.text(URLSAFE, 18)}7a`),
  slack_token: (d) =>
    bare(`xox${d.pick(['b', 'p', 'a', 'r'])}-${d.text(DIGITS, 12)}-${d.text(DIGITS, 12)}-${d.text(ALNUM, 24)}`),
  slack_webhook: (d) => {
    const secret = `T${d.text(UPPER, 8)}/B${d.text(UPPER, 8)}/${d.text(ALNUM, 24)}`;
    return { secret, text: `https://hooks.slack.com/services/${secret}` };
  },
  stripe: (d) => bare(`${d.pick(['sk', 'rk'])}_live_${d.text(ALNUM, d.int(24, 90))}4b`),
  stripe_webhook: (d) => bare(`whsec_${d.text(ALNUM, 31)}9`),
  google_api_key: (d) => bare(`AIza${d.text(URLSAFE, 34)}k`),
  gcp_service_account: (d) => {
    const { text, secret } = pemBlock(d);
    return { secret, text: JSON.stringify({ private_key_id: d.text(HEX, 40), private_key: text, client_id: '1' }) };
  },
  openai_project: (d) =>
    bare(`sk-${d.pick(['proj', 'svcacct'])}-${d.text(URLSAFE, 73)}2T3BlbkFJ${d.text(URLSAFE, 73)}z`),
  openai_classic: (d) => bare(`sk-${d.text(ALNUM, 20)}T3BlbkFJ${d.text(ALNUM, 20)}`),
  anthropic: (d) => bare(`sk-ant-api03-${d.text(URLSAFE, 93)}AA`),
  npm: (d) => bare(`npm_${d.text(ALNUM, 36)}`),
  npmrc: (d) => {
    const secret = `${d.text(HEX, 8)}-${d.text(HEX, 4)}-4${d.text(HEX, 3)}-${d.text(HEX, 4)}-${d.text(HEX, 12)}`;
    return { secret, text: `//registry.npmjs.org/:_authToken=${secret}` };
  },
  pypi: (d) => bare(`pypi-AgEIcHlwaS5vcmc${d.text(URLSAFE, d.int(60, 150))}`),
  huggingface: (d) => bare(`hf_${d.text(UPPER + LOWER, 34)}`),
  sendgrid: (d) => bare(`SG.${d.text(URLSAFE, 21)}x.${d.text(URLSAFE, 42)}y`),
  twilio: (d) => bare(`SK${d.text(HEX, 32)}`),
  digitalocean: (d) => bare(`dop_v1_${d.text(HEX, 64)}`),
  shopify: (d) => bare(`shp${d.pick(['at', 'ca', 'pa', 'ss'])}_${d.text(HEX, 32)}`),
  telegram: (d) => bare(`${d.text('123456789', 9)}:AA${d.text(URLSAFE, 32)}x`),
  discord: (d) =>
    bare(`M${base64url(`0${d.text('123456789', 17)}`).slice(1)}.${d.text(ALNUM, 6)}.${d.text(ALNUM, 38)}`),
  jwt: (d) =>
    bare(
      [base64url('{"alg":"HS256","typ":"JWT"}'), base64url(`{"sub":"${d.text(ALNUM, 12)}"}`), d.text(URLSAFE, 43)].join(
        '.',
      ),
    ),
  pem: pemBlock,
  github_app: (d) =>
    bare(`ghs_${d.text(DIGITS, 6)}_${d.text(URLSAFE, 40)}.${d.text(URLSAFE, 120)}.${d.text(URLSAFE, 43)}`),
  url_password: (d) => {
    const secret = password(d).replace(/[#?]/g, '-');
    return { secret, text: `https://${d.text(LOWER, 6)}:${secret}@git.example.org/team/repo.git` };
  },
  database_url: (d) => {
    const secret = password(d).replace(/[#?]/g, '-');
    const scheme = d.pick(['postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqp']);
    return { secret, text: `${scheme}://app:${secret}@db.internal:5432/main` };
  },
  database_pairs: (d) => {
    const secret = password(d);
    return { secret, text: `Server=tcp:db.internal,1433;User Id=app;Password=${secret};Encrypt=True` };
  },
  bearer: (d) => {
    const secret = `${d.text(ALNUM, d.int(24, 60))}7Q`;
    return { secret, text: `Authorization: Bearer ${secret}` };
  },
  basic: (d) => {
    const secret = base64(`${d.text(LOWER, 6)}:${password(d)}`);
    return { secret, text: `"Authorization": "Basic ${secret}"` };
  },
  assignment: (d) => {
    const secret = password(d);
    const name = d.pick([
      'password',
      'DB_PASSWORD',
      'clientSecret',
      'api_key',
      'authToken',
      'SECRET_KEY',
      'passphrase',
      'APP_SECRET_PROD',
    ]);
    return {
      secret,
      text: d.pick([`${name} = "${secret}"`, `${name}=${secret}`, `${name}: '${secret}'`, `"${name}": "${secret}"`]),
    };
  },
  azure_storage: (d) => {
    const secret = `${d.text(`${ALNUM}+/`, 86)}==`;
    return {
      secret,
      text: `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${secret};EndpointSuffix=core.windows.net`,
    };
  },
  databricks: (d) => bare(`dapi${d.text(HEX, 32)}`),
  linear: (d) => bare(`lin_api_${d.text(ALNUM, 40)}`),
  notion: (d) => bare(d.pick([`secret_${d.text(ALNUM, 42)}5`, `ntn_${d.text(DIGITS, 11)}${d.text(ALNUM, 35)}`])),
  age: (d) => bare(`AGE-SECRET-KEY-1${d.text(UPPER + DIGITS, 58)}`),
};

/** Places where people and agents leave secrets. */
export const SURROUNDINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `The deploy failed until I used ${secret} in the job.`,
  (secret) => `Set it in .env:\n${secret}\nthen restart the worker.`,
  (secret) => `curl failed (${secret}), so I retried with backoff`,
  (secret) => `Log line: "${secret}" printed twice`,
  (secret) => `\`${secret}\``,
];

/** From this length on, a run without white space may be a secret even when it has neither digit nor sign. */
const LONG_RUN = 20;
/** Variables in which programs expect a password. Any value in them is one, however short. */
export const PASSWORD_VARIABLES = [
  'PGPASSWORD',
  'MYSQL_PWD',
  'REDISCLI_AUTH',
  'SSHPASS',
  'RESTIC_PASSWORD',
  'BORG_PASSPHRASE',
];
/** The header in which any value is a credential, also one of letters alone. */
const CREDENTIAL_HEADERS = ['uthorization', 'UTHORIZATION'];
const TELLING_PLACES = [...PASSWORD_VARIABLES, ...CREDENTIAL_HEADERS];
/** Minimum length of a secret in all other rules, with the characters that must stand directly before it. */
const SHORT_RUN = 8;

/** Digits and signs that are rare in words: a password needs at least one to be recognised, unless its place gives it away. */
const UNUSUAL = new Uint8Array(128);
for (const sign of '0123456789!@#$%^&*+=?~|') UNUSUAL[sign.charCodeAt(0)] = 1;

/**
 * Quick test whether a text can hold a secret. Most texts of a lesson are prose, and running fifty rules on each would cost more
 * than the write. A secret needs a long run without white space, a shorter one with a digit or sign, or a place that only
 * secrets have.
 */
export function mayHoldSecret(text: string): boolean {
  let run = 0;
  let unusual = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x20) {
      run = 0;
      unusual = false;
      continue;
    }
    run++;
    unusual ||= unit >= 128 || UNUSUAL[unit] === 1;
    if (run >= LONG_RUN || (unusual && run >= SHORT_RUN)) return true;
  }
  return TELLING_PLACES.some((place) => text.includes(place));
}

function isTokenUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit === 0x2d
  );
}

/** Whether a text has a run of token characters long enough for the library's rules, the shortest of which take 20. */
export function hasTokenRun(text: string): boolean {
  let run = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isTokenUnit(unit)) {
      run++;
      if (unit <= 0x39 && unit >= 0x30) digits++;
      if (run >= 20 && (digits > 0 || run >= 32)) return true;
    } else {
      run = 0;
      digits = 0;
    }
  }
  return false;
}

/** What a scripted model answers, one pattern after the other. */
const PATTERNS = [
  String.raw`\d+-\d+-\d+`,
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`,
];

/**
 * A model that plays its part in this example, and asks nobody.
 * @returns {(prompt: string) => Promise<string>}
 */
function scripted() {
  let asked = 0;
  return async () => PATTERNS[asked++ % PATTERNS.length] ?? '';
}

/**
 * The model that the environment names, over Chat Completions, else the scripted one, which is said.
 * @returns {(prompt: string) => Promise<string>}
 */
export function chooseModel() {
  const { MODEL_URL, MODEL_NAME = 'default', MODEL_KEY = '' } = process.env;
  if (!MODEL_URL) {
    console.log('MODEL_URL is not set: a scripted model plays the part.');
    return scripted();
  }
  return async (prompt) => {
    const response = await fetch(`${MODEL_URL.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` },
      body: JSON.stringify({ model: MODEL_NAME, messages: [{ role: 'user', content: prompt }] }),
    });
    if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
    const { choices } = /** @type {{ choices: { message?: { content?: string } }[] }} */ (await response.json());
    return choices[0]?.message?.content ?? '';
  };
}

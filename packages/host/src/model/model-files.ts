import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

// Runs on the model's thread and imports nothing of this repository. docs/embeddings.md says where the files come from.

/** SHA-256 of every file that determines the vectors. Other files would be another model, with another name. */
export const MODEL_HASHES: Readonly<Record<string, string>> = {
  'model.fp16.safetensors': '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  'config.json': '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
};

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}

/** Name of the first file that is missing or does not belong to this version; null if all are right. */
export async function alteredFile(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const name = basename(path);
    const found = await hashOf(path).catch(() => null);
    if (found === null || found !== MODEL_HASHES[name]) return name;
  }
  return null;
}

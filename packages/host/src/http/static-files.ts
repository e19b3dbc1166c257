import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import type { Context } from 'hono';
import { CONTENT_TYPES } from './page-headers.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT.name}</title>
<h1>${PRODUCT.name} is running</h1><p>Its interface has not been built. Run <code>npm start</code> in the checkout: it builds what is missing.</p></html>`;

/**
 * Serves the built interface. Only names found by listing its folder are served, so the path of a request never reaches the file
 * system.
 */
export class StaticFiles {
  readonly #files = new Map<string, string>();

  readonly #folder: string | null;

  constructor(folder: string | null) {
    this.#folder = folder;
    this.#list();
  }

  /** Answers with the file of that name, the page for `/`, or 404. */
  serve(context: Context): Response | Promise<Response> {
    const name = context.req.path === '/' ? '/index.html' : context.req.path;
    // An unknown name may belong to an interface that was rebuilt since.
    if (!this.#files.has(name)) this.#list();
    const path = this.#files.get(name);
    if (path !== undefined) {
      const immutable = name.startsWith('/assets/');
      return context.body(new Uint8Array(readFileSync(path)), 200, {
        'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
        'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    }
    if (name === '/index.html') return context.html(NOT_BUILT);
    return context.notFound();
  }

  #list(): void {
    if (this.#folder === null || !existsSync(this.#folder)) return;
    this.#files.clear();
    for (const entry of readdirSync(this.#folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      this.#files.set(path.slice(this.#folder.length).split(sep).join('/'), path);
    }
  }
}

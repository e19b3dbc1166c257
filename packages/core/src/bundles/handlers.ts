import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { exportBundle, previewExport } from './export-bundle.ts';
import { importBundle, previewImport } from './import-bundle.ts';

/** Handlers of memory bundles. */
export const bundleHandlers: HandlersOf<'bundle.previewExport' | 'bundle.export' | 'bundle.preview' | 'bundle.import'> =
  {
    'bundle.previewExport': task(previewExport),
    'bundle.export': task(exportBundle),
    'bundle.preview': task(previewImport),
    'bundle.import': task(importBundle),
  };

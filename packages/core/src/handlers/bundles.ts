import { exportBundle, previewExport } from '../bundles/export-bundle.ts';
import { importBundle, previewImport } from '../bundles/import-bundle.ts';
import type { HandlersOf } from '../context.ts';
import { task } from './define.ts';

/** Handlers of memory bundles. */
export const bundleHandlers: HandlersOf<'bundle.previewExport' | 'bundle.export' | 'bundle.preview' | 'bundle.import'> =
  {
    'bundle.previewExport': task(previewExport),
    'bundle.export': task(exportBundle),
    'bundle.preview': task(previewImport),
    'bundle.import': task(importBundle),
  };

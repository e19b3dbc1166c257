/** The two sheets, loaded when the first of them is opened. */
export { ExportSheet } from './ExportSheet.tsx';
export { ImportSheet } from './ImportSheet.tsx';

/**
 * The sheets that most visits do without, loaded when the first of them is opened. They are one file: of several, the bundler
 * would take apart what they share with the rest, which makes the first load larger.
 */
export { ShortcutSheet } from '../groups/ShortcutSheet/ShortcutSheet.tsx';
export { ExportSheet } from './Bundles/ExportSheet.tsx';
export { ImportSheet } from './Bundles/ImportSheet.tsx';
export { PaletteContent } from './Palette/PaletteContent.tsx';
export { ProjectDialogs } from './ProjectDialogs.tsx';
export { SaveViewSheet } from './SaveViewSheet.tsx';

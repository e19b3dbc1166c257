/** Texts of the settings for the interface. */
export const appearance = {
  title: 'Appearance',
  text: 'Kept for the next time. Motion follows what your system asks for.',
  theme: 'Colours',
  themeText: 'in every window of this memory',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  density: 'Rows',
  densityText: 'in this browser or app',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
};

/** Texts of the settings for the interface. */
export const appearance = {
  text: 'Remembered for next time. Motion follows the setting of your system.',
  theme: 'Theme',
  themeText: 'in every window of this memory',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  density: 'Rows',
  densityText: 'in this browser or app',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
};

/** Texts for charts and for the tables with the same data. */
export const chart = {
  table: 'Table',
  chart: 'Chart',
  saveSvg: 'Save SVG',
  saveCsv: 'Save CSV',
};

/**
 * The address of a page by its title: lower case, words joined by single dashes, nothing but letters and digits besides.
 * @param {string} title
 */
export function slug(title) {
  return title.toLowerCase().replace(' ', '-');
}

// Runs before anything is drawn, so that the page never appears in another theme first. It is not bundled, because a module would
// run too late.
(() => {
  try {
    const theme = localStorage.getItem('twicewise.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (localStorage.getItem('twicewise.density') === 'compact') document.documentElement.dataset.density = 'compact';
  } catch {
    // Storage can be disabled; the theme of the system is used then.
  }
})();

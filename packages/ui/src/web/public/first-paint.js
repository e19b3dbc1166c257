// Runs before anything is drawn, so that a chosen theme never flashes the other one. Not bundled: a module would run too late.
(() => {
  try {
    const theme = localStorage.getItem('twicewise.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage can be switched off; the system's theme is used then.
  }
})();

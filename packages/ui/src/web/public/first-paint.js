// Runs before anything is drawn, so that a chosen look never flashes the other one. Not bundled: a module would run too late.
(() => {
  try {
    const theme = localStorage.getItem('twicewise.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (localStorage.getItem('twicewise.density') === 'compact') document.documentElement.dataset.density = 'compact';
  } catch {
    // Storage can be switched off; the system's theme is used then.
  }
})();

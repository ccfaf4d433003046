// Runs before the first paint, so that a dark screen never flashes white. A file of its own because the CSP forbids inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('yardage.color-scheme');
  } catch {
    chosen = null;
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();

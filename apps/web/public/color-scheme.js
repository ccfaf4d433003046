// Runs before the first paint, so that a dark screen never flashes white, and follows the device afterwards. A file of its own because the
// CSP forbids inline script.
(() => {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('yardage.color-scheme');
    } catch {
      chosen = null;
    }
    const isDark = chosen === 'dark' || (chosen !== 'light' && device.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  };
  apply();
  device.addEventListener('change', apply);
})();

// Runs before the first paint, so that a chosen theme does not flash the other one. A file, because the page's content
// security policy allows no inline script.
try {
  const chosen = localStorage.getItem('holdpoint-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage can be forbidden; then the system's theme applies.
}

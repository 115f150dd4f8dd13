// Runs before the first paint, so that a chosen theme does not flash the other one. A file, because the policy of the
// page allows no inline script.
try {
  const chosen = localStorage.getItem('holdpoint-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage can be forbidden; then the system's theme holds.
}

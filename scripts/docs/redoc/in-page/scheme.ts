// Runs before anything is drawn. Uses what the reader chose here, or else the setting of the browser. Redoc keeps the choice
// under this name. A sandboxed frame has no storage.
function chosen(): string | null {
  try {
    return localStorage.getItem('redoc.colorMode');
  } catch {
    return null;
  }
}

const dark = chosen() ? chosen() === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.add(dark ? 'dark' : 'light');

// Before anything is drawn: what the reader chose here, else what they chose for everything. Redoc keeps the choice under
// this name; without storage, as in a frame that is sandboxed, there is none.
function chosen(): string | null {
  try {
    return localStorage.getItem('redoc.colorMode');
  } catch {
    return null;
  }
}

const dark = chosen() ? chosen() === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.add(dark ? 'dark' : 'light');

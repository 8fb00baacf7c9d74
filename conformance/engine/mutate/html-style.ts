/** What the page of a mutation score adds to the style of all pages. */
export const mutationsStyle = `
:root { --won: #2f8f4e; --lost: #d9b3b0; --was: #fde8e6; --now: #fff1cf; }
@media (prefers-color-scheme: dark) { :root { --won: #4fae6d; --lost: #5b3633; --was: #4a2523; --now: #4a3a12; } }
.hero { display: flex; gap: 1.75rem; align-items: center; margin: 1.25rem 0; }
.hero p { margin: .25rem 0; }
.said { font-size: 1.25rem; } .said.open { color: var(--amber); font-weight: 600; }
.ring { flex: none; width: 9rem; height: 9rem; border-radius: 50%; display: grid; place-content: center; text-align: center;
  background: radial-gradient(closest-side, var(--paper) 78%, transparent 79%),
    conic-gradient(var(--won) var(--share), var(--lost) 0); }
.ring b { font-size: 2rem; line-height: 1.1; } .ring span { color: var(--dim); }
.bars { list-style: none; margin: 0; padding: 0; }
.bars li { display: grid; grid-template-columns: minmax(0, 22rem) minmax(4rem, 1fr) 5.5rem; gap: .75rem; align-items: center;
  padding: .25rem 0; }
.bars small { text-align: right; }
.bar { height: .8rem; border-radius: .4rem;
  background: linear-gradient(90deg, var(--won) var(--share), var(--lost) 0); }
h3 { font-size: 1rem; margin: 1.25rem 0 .375rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: .5rem; }
figure { margin: 0; min-width: 0; display: flex; flex-direction: column; } figure pre { flex: 1; }
figcaption { color: var(--dim); font-size: .875rem; }
mark { color: inherit; border-radius: .125rem; } .was mark { background: var(--was); } .is mark { background: var(--now); }
.chips { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
.chips li { padding: .125rem .625rem; border: 1px dashed var(--dim); border-radius: 1rem; }
@media (max-width: 40rem) { .hero, .sides, .bars li { grid-template-columns: 1fr; flex-wrap: wrap; } .bars small { text-align: left; } }
`;

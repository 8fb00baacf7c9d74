export const card = { width: 720, padding: 20, titleHeight: 44, legendHeight: 26 } as const;

/** Colours of subjects: the first is always ours. Each has enough contrast on white and on black. */
export const colours = ['#2f81f7', '#8b949e', '#d29922', '#a371f7', '#3fb950', '#f778ba'] as const;

/** A drawing with its own background, so that it is readable on any page. */
export function drawCard(title: string, height: number, drawing: readonly string[]): string {
  const { width, padding } = card;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<style>
  .ground { fill: #ffffff; stroke: #d0d7de }
  .line { stroke: #d0d7de }
  text { fill: #1f2328; font: 13px system-ui, sans-serif }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #59636e }
  .ours { font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #30363d }
    .line { stroke: #30363d }
    text { fill: #e6edf3 }
    .quiet { fill: #9198a1 }
  }
</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${text({ x: padding, y: 30, style: 'title' }, title)}
${drawing.join('\n')}
</svg>
`;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly style?: string;
  readonly anchor?: 'end' | 'middle';
}

export function text({ x, y, style, anchor }: Place, words: string): string {
  const attributes = [
    `x="${round(x)}" y="${round(y)}"`,
    ...(style === undefined ? [] : [`class="${style}"`]),
    ...(anchor === undefined ? [] : [`text-anchor="${anchor}"`]),
  ];
  return `<text ${attributes.join(' ')}>${escaped(words)}</text>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import { figure } from './tables.ts';

export interface Line {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const plot = { left: 70, top: 84, width: 610, height: 220 } as const;
const bottom = plot.top + plot.height;

/** Lines over a logarithmic scale. */
export function drawLines(title: string, axis: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const positions = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const ticks = niceTicks(Math.max(...points.map(({ y }) => y)));
  const [least, most, top] = [positions[0] ?? 1, positions.at(-1) ?? 1, ticks.at(-1) ?? 1];
  const across = (x: number) =>
    plot.left + (plot.width * Math.log(x / least)) / (most > least ? Math.log(most / least) : 1);
  const up = (y: number) => bottom - (plot.height * y) / top;

  const scale = ticks.flatMap((tick) => [
    `<line class="line" x1="${plot.left}" x2="${plot.left + plot.width}" y1="${round(up(tick))}" y2="${round(up(tick))}"/>`,
    text(
      { x: plot.left - 8, y: up(tick) + 4, anchor: 'end', style: 'quiet' },
      // Without rounding errors of the sum.
      Number(tick.toPrecision(6)).toLocaleString('en'),
    ),
  ]);
  const below = positions.map((x) =>
    text({ x: across(x), y: bottom + 20, anchor: 'middle', style: 'quiet' }, x.toLocaleString('en')),
  );
  const name = text(
    { x: plot.left + plot.width / 2, y: bottom + 42, anchor: 'middle', style: 'quiet' },
    axis,
  );
  const drawn = lines.flatMap((line, index) => drawLine(line, index, across, up));
  return drawCard(title, bottom + 42 + card.padding, [...legend(lines), ...scale, ...below, name, ...drawn]);
}

function drawLine(
  { points }: Line,
  index: number,
  across: (x: number) => number,
  up: (y: number) => number,
): string[] {
  const colour = colours[index % colours.length];
  const places = points
    .toSorted((a, b) => a.x - b.x)
    .map(({ x, y }) => ({ x: round(across(x)), y: round(up(y)) }));
  const path = places.map(({ x, y }) => `${x},${y}`).join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`),
  ];
}

function legend(lines: readonly Line[]): string[] {
  let x: number = card.padding;
  return lines.flatMap(({ name }, index) => {
    const at = x;
    // Wide enough for any common font.
    x += 34 + 7 * name.length;
    return [
      `<rect x="${at}" y="${card.titleHeight + 4}" width="10" height="10" rx="2" fill="${colours[index % colours.length]}"/>`,
      text({ x: at + 16, y: card.titleHeight + 14 }, name),
    ];
  });
}

/** Ticks from 0 to just above `largest`, in four to six steps of 1, 2 or 5 times a power of ten. */
function niceTicks(largest: number): number[] {
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}

interface Bar {
  readonly task: string;
  readonly subject: string;
  readonly value: number;
}

const bar = { height: 18, gap: 6, valueWidth: 70 } as const;
const taskHeight = 30;

/** A bar for each subject, in groups by task. */
export function drawBars(title: string, bars: readonly Bar[]): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const subjects = [...new Set(bars.map(({ subject }) => subject))].sort(oursFirst);
  // Wide enough for any common font.
  const left = card.padding + 20 + 7.5 * Math.max(...subjects.map(({ length }) => length));
  const room = card.width - left - bar.valueWidth - card.padding;
  const drawing: string[] = [];
  let y: number = card.titleHeight;
  for (const task of new Set(bars.map((one) => one.task))) {
    drawing.push(text({ x: card.padding, y: y + 20, style: 'quiet' }, task));
    y += taskHeight;
    for (const { subject, value } of bars.filter((one) => one.task === task)) {
      const index = subjects.indexOf(subject);
      const style = isOurs(subject) ? { style: 'ours' } : {};
      // Even the shortest bar stays visible.
      const width = Math.max(1, (value / longest) * room);
      const baseline = y + bar.height - 5;
      drawing.push(
        text({ x: left - 10, y: baseline, anchor: 'end', ...style }, subject),
        `<rect x="${round(left)}" y="${y}" width="${round(width)}" height="${bar.height}" rx="2" fill="${colourOf(index)}"/>`,
        text({ x: left + width + 8, y: baseline, ...style }, figure(value)),
      );
      y += bar.height + bar.gap;
    }
  }
  return drawCard(title, y + card.padding, drawing);
}

function isOurs(subject: string): boolean {
  return subject.startsWith('account-access');
}

function oursFirst(a: string, b: string): number {
  return Number(isOurs(b)) - Number(isOurs(a));
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? colours[0];
}

const card = { width: 720, padding: 20, titleHeight: 44, legendHeight: 26 } as const;

/** Colours of subjects: the first is always ours. Each has enough contrast on white and on black. */
const colours = ['#2f81f7', '#8b949e', '#d29922', '#a371f7', '#3fb950', '#f778ba'] as const;

/** A drawing with its own background, so that it is readable on any page. */
function drawCard(title: string, height: number, drawing: readonly string[]): string {
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

interface Position {
  readonly x: number;
  readonly y: number;
  readonly style?: string;
  readonly anchor?: 'end' | 'middle';
}

function text({ x, y, style, anchor }: Position, words: string): string {
  const attributes = [
    `x="${round(x)}" y="${round(y)}"`,
    ...(style === undefined ? [] : [`class="${style}"`]),
    ...(anchor === undefined ? [] : [`text-anchor="${anchor}"`]),
  ];
  return `<text ${attributes.join(' ')}>${escaped(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import { card, colours, drawCard, round, text } from './card.ts';

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

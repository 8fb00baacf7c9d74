import { card, colours, drawCard, round, text } from './card.ts';
import { figure } from './figures.ts';

export interface Bar {
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

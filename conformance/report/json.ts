import type { Report } from './report.ts';

/** By `report.schema.json`. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify({ $schema, ...report }, undefined, 2)}\n`;
}

const $schema = 'https://account-access.example/schemas/report.json';

import { Option } from 'commander';
import type { PowerTool } from '../measure/tool.ts';
import { evomaster } from './evomaster.ts';
import { ours } from './ours.ts';
import { respect } from './respect.ts';
import { schemathesis } from './schemathesis.ts';
import { specmatic } from './specmatic.ts';

const tools = { ours, schemathesis, evomaster, specmatic, respect } as const;

export type ToolName = keyof typeof tools;

export const toolOf = (name: ToolName): PowerTool => tools[name];

export const toolOption = () =>
  new Option('--tool <names...>', 'what to run')
    .choices(Object.keys(tools))
    .default(Object.keys(tools));

export const outputOption = () =>
  new Option('--output <folder>', 'where runs are kept').env('POWER_OUTPUT').makeOptionMandatory();

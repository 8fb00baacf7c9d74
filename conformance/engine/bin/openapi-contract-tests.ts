#!/usr/bin/env node
import { runProgram } from '../terminal/program.ts';
import { start } from '../terminal/start.ts';
import { program } from './program.ts';

const forbidColours = () => {
  process.env.NO_COLOR = '1';
  delete process.env.FORCE_COLOR;
};

start({ environment: process.env, forbidColours }, (args, terminal) =>
  runProgram(args, terminal, program),
);

#!/usr/bin/env node
import { start } from '../conformance/engine/terminal/start.ts';
import { environment, forbidColours, hideArguments } from './environment.ts';
import { run } from './run.ts';

start({ environment, forbidColours, hideArguments }, run);

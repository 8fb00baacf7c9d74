import type { Fault } from '../../proxy/fault.ts';
import { access } from './access.ts';
import { lists } from './lists.ts';
import { requests } from './requests.ts';
import { schemas } from './schemas.ts';
import { writes } from './writes.ts';

export const faults: readonly Fault[] = [...schemas, ...lists, ...writes, ...access, ...requests];

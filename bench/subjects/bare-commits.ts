// Only commits one row at a time.
import { options, runJobs } from '../processes/child.ts';
import { type CommitOptions, openCommits } from './commit-row.ts';
import { type LoopJob, loop } from './loop.ts';

const commitRow = await openCommits(options<CommitOptions>());
runJobs((job: LoopJob) => loop(job, commitRow));

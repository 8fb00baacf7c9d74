// Express 5 with its JSON parser, which commits a row before each response from memory.
import express from 'express';
import { options, ready } from '../processes/child.ts';
import { cannedResponses, listen } from './canned-responses.ts';
import { type CommitOptions, openCommits } from './commit-row.ts';

const commitRow = await openCommits(options<CommitOptions>());
// A connection to PostgreSQL runs one statement at a time.
let committed: Promise<unknown> = Promise.resolve();

const app = express();
app.use(express.json());
app.post('/v1/security/apikey/generate', async (_request, response) => {
  committed = committed.then(commitRow);
  await committed;
  response.json(cannedResponses.generated);
});
ready(await listen(app));

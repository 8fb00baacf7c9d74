// Answers everything with a generated key, by node:http alone: what is left is what the caller costs.
import { ready } from '../processes/child.ts';
import { envelopes } from './envelopes.ts';
import { listen } from './listen.ts';

const body = JSON.stringify(envelopes.generated);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
};
ready(
  await listen((request, response) => {
    request.resume().once('end', () => response.writeHead(200, headers).end(body));
  }),
);

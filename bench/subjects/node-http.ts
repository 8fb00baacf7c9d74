// Returns a generated key for every request, with node:http only, so that the caller dominates the cost.
import { ready } from '../processes/child.ts';
import { cannedResponses, listen } from './canned-responses.ts';

const body = JSON.stringify(cannedResponses.generated);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
};
ready(
  await listen((request, response) => {
    request.resume().once('end', () => response.writeHead(200, headers).end(body));
  }),
);

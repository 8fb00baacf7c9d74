// Express 5 with its JSON parser and a response from memory: the minimum cost of an Express server.
import express from 'express';
import { ready } from '../processes/child.ts';
import { addCannedRoutes, listen } from './canned-responses.ts';

const app = express();
app.use(express.json());
addCannedRoutes(app);
ready(await listen(app));

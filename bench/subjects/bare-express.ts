// Express 5 with its parser of JSON and an answer from memory: the least that a server of Express costs.
import express from 'express';
import { ready } from '../processes/child.ts';
import { addAnswers } from './express-answers.ts';
import { listen } from './listen.ts';

const app = express();
app.use(express.json());
addAnswers(app);
ready(await listen(app));

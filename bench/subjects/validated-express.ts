// The same with express-openapi-validator on our bundle, which holds requests and answers against the contract.
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { loadDocument } from '../../server/http/document.ts';
import { ready } from '../processes/child.ts';
import { addAnswers } from './express-answers.ts';
import { listen } from './listen.ts';

const app = express();
app.use(express.json());
app.use(
  middleware({
    // It types its documents more narrowly than OpenAPI 3.1 is.
    apiSpec: { ...loadDocument(), servers: [{ url: '/' }] } as never,
    // The service tells callers by other means, and so it does here.
    validateSecurity: false,
    validateResponses: true,
  }),
);
addAnswers(app);
ready(await listen(app));

// The same with express-openapi-validator on our bundle. It validates requests and responses.
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { loadDocument } from '../../server/app.ts';
import { ready } from '../processes/child.ts';
import { addCannedRoutes, listen } from './canned-responses.ts';

const app = express();
app.use(express.json());
app.use(
  middleware({
    // It types its documents more narrowly than OpenAPI 3.1 is.
    apiSpec: { ...loadDocument(), servers: [{ url: '/' }] } as never,
    // The service identifies callers in another way.
    validateSecurity: false,
    validateResponses: true,
  }),
);
addCannedRoutes(app);
ready(await listen(app));

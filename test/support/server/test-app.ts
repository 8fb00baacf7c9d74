import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import express from 'express';
import { expect, vi } from 'vitest';
import { operations } from '../../../generated/contract.ts';
import { createApp, loadDocument } from '../../../server/app.ts';
import type { OpenApiDocument } from '../../../server/http/document.ts';
import { defaultLimits } from '../../../server/http/guard.ts';
import { createNodeServer } from '../../../server/http/node-server.ts';
import type { CountRequest, FindCaller, Handlers } from '../../../server/http/run-operation.ts';
import { rejectUnparsed } from '../../../server/http/unparsed.ts';
import { isSqliteOutage } from '../../../server/store/outage.ts';
import { listenForTest } from '../http/listen-for-test.ts';
import { captureLog } from './test-server.ts';

/**
 * Runs the steps of a request around a fake operation, which may return a payload that the real one never returns. Every bearer
 * token is valid by default.
 */
export async function appForTest(
  operation: () => Promise<object>,
  {
    docsFolder,
    path = '/',
    purpose,
    document = loadDocument(),
    corsOrigins = [],
    trustedHops = 0,
    findCaller = async () => ({ accountId: 'usr_0000000000000000000000', revision: 1 }),
    countRequest = async () => undefined,
    sendTimeoutMs = defaultLimits.sendTimeoutMs,
    foreign = false,
  }: {
    readonly docsFolder?: string;
    /** Where an Express app mounts the app. */
    readonly path?: string;
    readonly purpose?: 'demo';
    readonly document?: OpenApiDocument;
    readonly corsOrigins?: readonly string[];
    readonly trustedHops?: number;
    readonly findCaller?: FindCaller;
    readonly countRequest?: CountRequest;
    readonly sendTimeoutMs?: number;
    /** Whether Node's own server runs the app, in which other paths never get a response. */
    readonly foreign?: boolean;
  } = {},
) {
  const log = captureLog();
  const fake: (input: never) => Promise<object> = operation;
  // Wrong on purpose: an operation with a bug may return anything.
  const handlers = Object.fromEntries(Object.keys(operations).map((id) => [id, fake])) as Handlers;
  const app = createApp({
    document,
    handlers,
    findCaller,
    isOutage: isSqliteOutage,
    limits: defaultLimits,
    trustedHops,
    countRequest,
    random: randomBytes,
    log: log.log,
    docsFolder,
    purpose,
    corsOrigins,
  });
  const listener =
    path === '/'
      ? app
      : express()
          .use(path, app)
          .use(() => {});
  const server = foreign
    ? createServer(listener)
    : createNodeServer({ ...defaultLimits, sendTimeoutMs }, listener);
  // Only the client ends an idle connection: if the server did, a request could arrive at the same moment.
  server.keepAliveTimeout = 0;
  rejectUnparsed(server, { random: randomBytes, log: log.log });
  const requests: IncomingMessage[] = [];
  server.on('request', (request) => requests.push(request));
  return {
    port: await listenForTest(server),
    log,
    /** Resolves when so many requests have arrived. */
    received: (expected: number) =>
      vi.waitFor(() => {
        expect(requests).toHaveLength(expected);
        return requests;
      }, 60_000),
  };
}

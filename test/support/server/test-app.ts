import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { onTestFinished } from 'vitest';
import { operations } from '../../../generated/contract.ts';
import { createApp } from '../../../server/create-app.ts';
import { loadDocument, type OpenApiDocument } from '../../../server/http/contract/document.ts';
import { defaultLimits } from '../../../server/http/limits.ts';
import type { Handlers } from '../../../server/http/steps/operation.ts';
import type { CountRequest } from '../../../server/http/steps/throttle.ts';
import { createNodeServer } from '../../../server/http/transport/node-server.ts';
import { rejectUnparsed } from '../../../server/http/transport/unparsed.ts';
import { isSqliteOutage } from '../../../server/store/sqlite/outage.ts';
import type { Listening } from '../http/send-request.ts';
import { type CapturedLog, captureLog } from './captured-log.ts';

/** Replaces an operation. It may return a payload that the real one never returns. */
export type FakeOperation = () => Promise<object>;

export interface TestApp extends Listening {
  readonly log: CapturedLog;
}

/** Runs the steps of a request around a fake operation. Every bearer token is valid. */
export async function appForTest(
  operation: FakeOperation,
  {
    docsFolder,
    path = '/',
    purpose,
    document = loadDocument(),
    corsOrigins = [],
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
    readonly countRequest?: CountRequest;
    readonly sendTimeoutMs?: number;
    /** Whether Node's own server runs the app, in which other paths never get a response. */
    readonly foreign?: boolean;
  } = {},
): Promise<TestApp> {
  const log = captureLog();
  const fake: (input: never) => Promise<object> = operation;
  // Wrong on purpose: an operation with a bug may return anything.
  const handlers = Object.fromEntries(Object.keys(operations).map((id) => [id, fake])) as Handlers;
  const app = createApp({
    document,
    handlers,
    findCaller: async () => ({ accountId: 'usr_0000000000000000000000', revision: 1 }),
    isOutage: isSqliteOutage,
    limits: defaultLimits,
    trustedHops: 0,
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has an address of this kind.
  return { port: (server.address() as AddressInfo).port, log };
}

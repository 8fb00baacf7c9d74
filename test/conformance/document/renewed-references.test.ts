import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const uuid = { type: 'string', format: 'uuid' };
const time = { type: 'string', format: 'date-time' };

const room = {
  type: 'object',
  required: ['name'],
  properties: { id: { ...uuid, readOnly: true }, name: text },
};
const booking = {
  type: 'object',
  required: ['roomId', 'title', 'start', 'end'],
  properties: {
    id: { ...uuid, readOnly: true },
    roomId: uuid,
    title: text,
    start: time,
    end: time,
    state: { type: 'string', enum: ['tentative', 'confirmed'], readOnly: true },
  },
};
const failures = Object.fromEntries(
  [400, 404, 409].map((status) => [status, { description: 'Not possible' }]),
);
const idOf = (noun: string) => [{ name: `${noun}Id`, in: 'path', required: true, schema: uuid }];

function resource(noun: string, schema: object) {
  const one = { description: 'One', ...json(schema) };
  return {
    [`/${noun}s`]: {
      post: {
        operationId: `${noun}Add`,
        requestBody: { required: true, ...json(schema) },
        responses: { 201: one, ...failures },
      },
    },
    [`/${noun}s/{${noun}Id}`]: {
      parameters: idOf(noun),
      get: { operationId: `${noun}Read`, responses: { 200: one, ...failures } },
      delete: {
        operationId: `${noun}Remove`,
        responses: { 204: { description: 'Gone' }, ...failures },
      },
    },
  };
}

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    ...resource('room', room),
    ...resource('booking', booking),
    '/bookings/{bookingId}/confirm': {
      parameters: idOf('booking'),
      post: {
        operationId: 'bookingConfirm',
        responses: { 200: { description: 'The booking', ...json(booking) }, ...failures },
      },
    },
  },
});

type Stored = Record<string, unknown>;

/** A room can be booked once for a time, and only one that exists. */
function roomServer() {
  const rooms = new Map<string, Stored>();
  const bookings = new Map<string, Stored>();
  const isTaken = (body: Stored) =>
    [...bookings.values()].some((one) => one.roomId === body.roomId && one.start === body.start);
  const addBooking = (body: Stored): Reply => {
    const isTime = [body.start, body.end].every((one) => !Number.isNaN(Date.parse(String(one))));
    if (typeof body.title !== 'string' || body.title === '' || !isTime) return [400];
    if (!rooms.has(String(body.roomId))) return [404];
    if (isTaken(body)) return [409];
    const made = { ...body, id: randomUUID(), state: 'tentative' };
    bookings.set(made.id, made);
    return [201, made];
  };
  const addRoom = (body: Stored): Reply => {
    if (typeof body.name !== 'string' || body.name === '') return [400];
    const made = { ...body, id: randomUUID() };
    rooms.set(made.id, made);
    return [201, made];
  };
  const respond = ({ method, path, json: sent }: Received): Reply => {
    const [, kind, id = '', action] = path.split('/');
    const store = kind === 'rooms' ? rooms : kind === 'bookings' ? bookings : undefined;
    if (store === undefined) return [404];
    const body = objectIn(sent) ?? {};
    if (id === '')
      return method !== 'POST' ? [405] : kind === 'rooms' ? addRoom(body) : addBooking(body);
    const found = store.get(id);
    if (found === undefined) return [404];
    if (action === 'confirm') {
      if (method === 'POST') found.state = 'confirmed';
      return method === 'POST' ? [200, found] : [405];
    }
    if (method === 'GET') return [200, found];
    if (method !== 'DELETE') return [405];
    const isInUse = [...bookings.values()].some(({ roomId }) => roomId === id);
    if (isInUse) return [409];
    store.delete(id);
    return [204];
  };
  return { listener: jsonListener(respond), rooms, bookings };
}

test('books the room of the run for another time, and acts on the booking', async () => {
  const { listener, rooms, bookings } = roomServer();
  const { url } = await serverForTest(listener);
  const only = ['document/created-is-readable', 'document/action-is-stored'];
  const { outcomes, leftovers } = await runDocument(url, document, {}, { only });
  expect(outcomes.map(({ check, kind }) => [check, kind])).toEqual([
    ['document/created-is-readable/roomRead', 'passed'],
    ['document/created-is-readable/bookingRead', 'passed'],
    ['document/action-is-stored/bookingConfirm', 'passed'],
  ]);
  expect(leftovers).toEqual([]);
  expect([rooms.size, bookings.size]).toEqual([0, 0]);
});

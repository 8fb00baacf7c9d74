import { id, time } from './schemas.mjs';
import { change, insert, page } from './store.mjs';

const reference = (name) => ({ $ref: `${name}#` });
const failures = {
  400: ['Bad Request', 'The request is not valid'],
  401: ['Unauthorized', 'The API key is missing or not valid'],
  404: ['Not Found', 'There is no such record in your account'],
  409: ['Conflict', 'The state of the records does not allow it'],
  412: ['Precondition Failed', 'The room has changed since you read it'],
  413: ['Payload Too Large', 'The body has more than 1 MiB'],
  415: ['Unsupported Media Type', 'The body is not JSON'],
};

/** The responses of an operation: those given, and the failures with these statuses. */
function responses(successes, ...statuses) {
  const rows = [400, 401, ...statuses].map((status) => [
    status,
    { description: failures[status][1], ...reference('Error') },
  ]);
  return { ...successes, ...Object.fromEntries(rows) };
}
const withBody = [413, 415];
const none = { 204: { description: 'Done', type: 'null' } };
const location = { location: { type: 'string', description: 'The path of the new record' } };
const etag = { etag: { type: 'string', description: 'Changes with the room' } };

const params = (name, what) => ({
  type: 'object',
  required: [name],
  properties: { [name]: id(what) },
});

function listQuery(sorts, filters) {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...filters,
      sort: { type: 'string', enum: sorts, default: sorts[0], description: 'The field to sort by' },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      offset: { type: 'integer', minimum: 0, default: 0, description: 'How many to skip' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The most items to return',
      },
    },
  };
}
const search = (fields) => ({
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: `Only what has this text in ${fields}, in any case`,
});

class Failure extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

function find(records, key, what) {
  const found = records.get(key);
  if (found === undefined) throw new Failure(404, `${what} ${key} not found`);
  return found;
}

function includes(texts, query) {
  if (query === undefined) return true;
  const needle = query.toLowerCase();
  return texts.some((text) => (text ?? '').toLowerCase().includes(needle));
}

const isUnset = (filter, value) => filter === undefined || filter === value;

function instant(text, name) {
  const parsed = new Date(text);
  if (Number.isNaN(parsed.getTime())) throw new Failure(400, `${name} is not a time that exists`);
  return parsed.toISOString();
}

const etagOf = (room) => `"${room.id.slice(0, 8)}-${room.version}"`;

const matches = (header, tag) =>
  header
    .split(',')
    .map((it) => it.trim().replace(/^W\//, ''))
    .some((it) => it === '*' || it === tag);

export async function routes(app) {
  app.get(
    '/health',
    {
      config: { open: true },
      schema: {
        operationId: 'getHealth',
        summary: 'Check that the service runs',
        security: [],
        response: {
          200: {
            description: 'It runs',
            type: 'object',
            required: ['status'],
            properties: { status: { type: 'string', enum: ['ok'] } },
          },
        },
      },
    },
    async () => ({ status: 'ok' }),
  );
  rooms(app);
  customers(app);
  bookings(app);
}

function rooms(app) {
  const tags = ['rooms'];
  const known = params('roomId', 'room');

  app.get(
    '/rooms',
    {
      schema: {
        operationId: 'listRooms',
        summary: 'List rooms',
        tags,
        querystring: listQuery(['name', 'capacity', 'createdAt'], {
          q: search('its name or description'),
          status: { type: 'string', enum: ['active', 'maintenance'] },
          minCapacity: { type: 'integer', minimum: 1, description: 'Rooms for so many or more' },
          equipment: {
            type: 'string',
            enum: ['projector', 'whiteboard', 'phone', 'video'],
            description: 'Rooms that have it',
          },
        }),
        response: responses({ 200: { description: 'A page', ...reference('RoomPage') } }),
      },
    },
    async ({ account, query }) => {
      const { q, status, minCapacity = 0, equipment } = query;
      const found = [...account.rooms.values()].filter(
        (room) =>
          includes([room.name, room.description], q) &&
          isUnset(status, room.status) &&
          room.capacity >= minCapacity &&
          (equipment === undefined || room.equipment.includes(equipment)),
      );
      return page(found, query);
    },
  );

  app.post(
    '/rooms',
    {
      schema: {
        operationId: 'createRoom',
        summary: 'Create a room',
        tags,
        body: reference('RoomInput'),
        response: responses(
          { 201: { description: 'The new room', headers: location, ...reference('Room') } },
          ...withBody,
        ),
      },
    },
    async ({ account, body }, reply) => {
      const room = insert(account.rooms, { description: null, ...body });
      return reply.code(201).header('location', `/rooms/${room.id}`).send(room);
    },
  );

  app.get(
    '/rooms/:roomId',
    {
      schema: {
        operationId: 'getRoom',
        summary: 'Get a room',
        tags,
        params: known,
        headers: {
          type: 'object',
          properties: {
            'if-none-match': { type: 'string', description: 'The ETag that you have' },
          },
        },
        response: responses(
          {
            200: { description: 'The room', headers: etag, ...reference('Room') },
            304: { description: 'You have the current room', type: 'null' },
          },
          404,
        ),
      },
    },
    async ({ account, params: { roomId }, headers }, reply) => {
      const room = find(account.rooms, roomId, 'Room');
      reply.header('etag', etagOf(room));
      const held = headers['if-none-match'];
      if (held !== undefined && matches(held, etagOf(room))) return reply.code(304).send();
      return room;
    },
  );

  app.put(
    '/rooms/:roomId',
    {
      schema: {
        operationId: 'replaceRoom',
        summary: 'Replace a room',
        description: 'What you leave out gets its default, as in a new room.',
        tags,
        params: known,
        headers: {
          type: 'object',
          properties: {
            'if-match': { type: 'string', description: 'Change this version of the room only' },
          },
        },
        body: reference('RoomInput'),
        response: responses(
          { 200: { description: 'The room', headers: etag, ...reference('Room') } },
          ...[404, 412, ...withBody],
        ),
      },
    },
    async ({ account, params: { roomId }, headers, body }, reply) => {
      const room = find(account.rooms, roomId, 'Room');
      const expected = headers['if-match'];
      if (expected !== undefined && !matches(expected, etagOf(room))) {
        throw new Failure(412, 'The room has changed');
      }
      change(room, { description: null, ...body });
      return reply.header('etag', etagOf(room)).send(room);
    },
  );

  app.delete(
    '/rooms/:roomId',
    {
      schema: {
        operationId: 'deleteRoom',
        summary: 'Delete a room without bookings',
        tags,
        params: known,
        response: responses(none, 404, 409),
      },
    },
    async ({ account, params: { roomId } }, reply) => {
      find(account.rooms, roomId, 'Room');
      if ([...account.bookings.values()].some((booking) => booking.roomId === roomId)) {
        throw new Failure(409, 'The room has bookings');
      }
      account.rooms.delete(roomId);
      return reply.code(204).send();
    },
  );

  app.get(
    '/rooms/:roomId/availability',
    {
      schema: {
        operationId: 'getAvailability',
        summary: 'See when a room is taken',
        description: 'Cancelled bookings do not count.',
        tags,
        params: known,
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            from: time('Leave out what ends before'),
            to: time('Leave out what starts after'),
          },
        },
        response: responses(
          { 200: { description: 'The busy times', ...reference('Availability') } },
          404,
        ),
      },
    },
    async ({ account, params: { roomId }, query }) => {
      find(account.rooms, roomId, 'Room');
      const from = query.from && instant(query.from, 'from');
      const to = query.to && instant(query.to, 'to');
      const busy = [...account.bookings.values()]
        .filter((it) => it.roomId === roomId && it.status !== 'cancelled')
        .filter((it) => (!from || it.end >= from) && (!to || it.start <= to))
        .toSorted((one, two) => (one.start < two.start ? -1 : 1));
      return { roomId, busy };
    },
  );
}

function customers(app) {
  const tags = ['customers'];
  const known = params('customerId', 'customer');

  function refuseTakenEmail(account, email, own) {
    for (const other of account.customers.values()) {
      if (other !== own && other.email.toLowerCase() === email?.toLowerCase()) {
        throw new Failure(409, `A customer with the email ${email} exists`);
      }
    }
  }

  app.get(
    '/customers',
    {
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        tags,
        querystring: listQuery(['name', 'createdAt'], {
          q: search('the name, email or company'),
          email: { type: 'string', description: 'Only the customer with this email' },
        }),
        response: responses({ 200: { description: 'A page', ...reference('CustomerPage') } }),
      },
    },
    async ({ account, query }) => {
      const found = [...account.customers.values()].filter(
        (it) =>
          includes([it.name, it.email, it.company], query.q) && isUnset(query.email, it.email),
      );
      return page(found, query);
    },
  );

  app.post(
    '/customers',
    {
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        tags,
        body: reference('CustomerInput'),
        response: responses(
          { 201: { description: 'The new customer', headers: location, ...reference('Customer') } },
          ...[409, ...withBody],
        ),
      },
    },
    async ({ account, body }, reply) => {
      refuseTakenEmail(account, body.email);
      const empty = { phone: null, company: null, notes: null };
      const customer = insert(account.customers, { ...empty, ...body });
      return reply.code(201).header('location', `/customers/${customer.id}`).send(customer);
    },
  );

  app.get(
    '/customers/:customerId',
    {
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer',
        tags,
        params: known,
        response: responses(
          { 200: { description: 'The customer', ...reference('Customer') } },
          404,
        ),
      },
    },
    async ({ account, params: { customerId } }) => find(account.customers, customerId, 'Customer'),
  );

  app.patch(
    '/customers/:customerId',
    {
      schema: {
        operationId: 'changeCustomer',
        summary: 'Change some fields of a customer',
        tags,
        params: known,
        body: reference('CustomerChange'),
        response: responses(
          { 200: { description: 'The customer', ...reference('Customer') } },
          ...[404, 409, ...withBody],
        ),
      },
    },
    async ({ account, params: { customerId }, body }) => {
      const customer = find(account.customers, customerId, 'Customer');
      refuseTakenEmail(account, body.email, customer);
      return change(customer, body);
    },
  );

  app.delete(
    '/customers/:customerId',
    {
      schema: {
        operationId: 'deleteCustomer',
        summary: 'Delete a customer without bookings',
        tags,
        params: known,
        response: responses(none, 404, 409),
      },
    },
    async ({ account, params: { customerId } }, reply) => {
      find(account.customers, customerId, 'Customer');
      if ([...account.bookings.values()].some((it) => it.customerId === customerId)) {
        throw new Failure(409, 'The customer has bookings');
      }
      account.customers.delete(customerId);
      return reply.code(204).send();
    },
  );
}

function bookings(app) {
  const tags = ['bookings'];
  const known = params('bookingId', 'booking');
  const one = { 200: { description: 'The booking', ...reference('Booking') } };

  /** @throws unless the room is free for the booking */
  function checkRoom(account, { id: own, roomId, start, end, attendees }) {
    const room = find(account.rooms, roomId, 'Room');
    if (start >= end) throw new Failure(400, 'body/end must be after body/start');
    if (attendees > room.capacity) {
      throw new Failure(409, `The room has a capacity of ${room.capacity}`);
    }
    for (const it of account.bookings.values()) {
      const overlaps = it.roomId === roomId && it.start < end && start < it.end;
      if (overlaps && it.id !== own && it.status !== 'cancelled') {
        throw new Failure(409, 'The room is taken at this time');
      }
    }
  }

  app.get(
    '/bookings',
    {
      schema: {
        operationId: 'listBookings',
        summary: 'List bookings',
        tags,
        querystring: listQuery(['start', 'title', 'createdAt'], {
          q: search('its title'),
          roomId: id('room'),
          customerId: id('customer'),
          status: { type: 'string', enum: ['pending', 'confirmed', 'cancelled'] },
          from: time('Bookings that start at this time or later'),
          to: time('Bookings that start before this time'),
        }),
        response: responses({ 200: { description: 'A page', ...reference('BookingPage') } }),
      },
    },
    async ({ account, query }) => {
      const from = query.from && instant(query.from, 'from');
      const to = query.to && instant(query.to, 'to');
      const found = [...account.bookings.values()].filter(
        (it) =>
          includes([it.title], query.q) &&
          isUnset(query.roomId, it.roomId) &&
          isUnset(query.customerId, it.customerId) &&
          isUnset(query.status, it.status) &&
          (!from || it.start >= from) &&
          (!to || it.start < to),
      );
      return page(found, query);
    },
  );

  app.post(
    '/bookings',
    {
      schema: {
        operationId: 'createBooking',
        summary: 'Book a room',
        description: 'The room and the customer must exist, and the room must be free.',
        tags,
        body: reference('BookingInput'),
        response: responses(
          { 201: { description: 'The new booking', headers: location, ...reference('Booking') } },
          ...[404, 409, ...withBody],
        ),
      },
    },
    async ({ account, body }, reply) => {
      const start = instant(body.start, 'body/start');
      const end = instant(body.end, 'body/end');
      find(account.customers, body.customerId, 'Customer');
      checkRoom(account, { ...body, start, end });
      const fresh = { status: 'pending', cancelReason: null, cancelledAt: null };
      const booking = insert(account.bookings, { notes: null, ...body, start, end, ...fresh });
      return reply.code(201).header('location', `/bookings/${booking.id}`).send(booking);
    },
  );

  app.get(
    '/bookings/:bookingId',
    {
      schema: {
        operationId: 'getBooking',
        summary: 'Get a booking',
        tags,
        params: known,
        response: responses(one, 404),
      },
    },
    async ({ account, params: { bookingId } }) => find(account.bookings, bookingId, 'Booking'),
  );

  app.patch(
    '/bookings/:bookingId',
    {
      schema: {
        operationId: 'changeBooking',
        summary: 'Change some fields of a booking',
        description: 'A cancelled booking cannot be changed.',
        tags,
        params: known,
        body: reference('BookingChange'),
        response: responses(one, 404, 409, ...withBody),
      },
    },
    async ({ account, params: { bookingId }, body }) => {
      const booking = find(account.bookings, bookingId, 'Booking');
      if (booking.status === 'cancelled') throw new Failure(409, 'The booking is cancelled');
      const changes = { ...body };
      for (const name of ['start', 'end']) {
        if (name in body) changes[name] = instant(body[name], `body/${name}`);
      }
      checkRoom(account, { ...booking, ...changes });
      return change(booking, changes);
    },
  );

  app.delete(
    '/bookings/:bookingId',
    {
      schema: {
        operationId: 'deleteBooking',
        summary: 'Delete a booking',
        tags,
        params: known,
        response: responses(none, 404),
      },
    },
    async ({ account, params: { bookingId } }, reply) => {
      find(account.bookings, bookingId, 'Booking');
      account.bookings.delete(bookingId);
      return reply.code(204).send();
    },
  );

  app.post(
    '/bookings/:bookingId/confirm',
    {
      schema: {
        operationId: 'confirmBooking',
        summary: 'Confirm a pending booking',
        tags,
        params: known,
        response: responses(one, 404, 409, ...withBody),
      },
    },
    async ({ account, params: { bookingId } }) => {
      const booking = find(account.bookings, bookingId, 'Booking');
      if (booking.status !== 'pending') throw new Failure(409, 'The booking is not pending');
      return change(booking, { status: 'confirmed' });
    },
  );

  app.post(
    '/bookings/:bookingId/cancel',
    {
      schema: {
        operationId: 'cancelBooking',
        summary: 'Cancel a booking',
        description: 'Frees the room. A booking can be cancelled once.',
        tags,
        params: known,
        body: reference('Cancellation'),
        response: responses(one, 404, 409, ...withBody),
      },
    },
    async ({ account, params: { bookingId }, body }) => {
      const booking = find(account.bookings, bookingId, 'Booking');
      if (booking.status === 'cancelled')
        throw new Failure(409, 'The booking is cancelled already');
      return change(booking, {
        status: 'cancelled',
        cancelReason: body.reason ?? null,
        cancelledAt: new Date().toISOString(),
      });
    },
  );
}

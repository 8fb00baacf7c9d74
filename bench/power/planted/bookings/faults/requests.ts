import type { Fault } from '../../proxy/fault.ts';
import { emptyResponse, fieldsOf, jsonResponse, withJson } from '../../proxy/message.ts';
import { accepts, fields, success, withHeaders, withoutHeader } from '../../proxy/plant.ts';
import { bookingInput, createBooking, createCustomer, createRoom, unique } from '../records.ts';

export const requests: readonly Fault[] = [
  {
    id: 'booking-title-not-required',
    kind: 'validation',
    at: ['POST /bookings'],
    wrong: 'A booking without title is accepted, and gets the title "Untitled".',
    breaks: 'BookingInput requires title.',
    respond: (call) => call.forwardFields((booking) => ({ title: 'Untitled', ...booking })),
    async shows(api) {
      const { title: _, ...input } = await bookingInput(api);
      return (await api.status('POST', '/bookings', input)) === 201;
    },
  },
  {
    id: 'room-name-too-long',
    kind: 'validation',
    at: ['POST /rooms', 'GET /rooms/{roomId}'],
    wrong: 'A room with a name of more than 80 characters is accepted and stored.',
    breaks: 'RoomInput.name has maxLength 80.',
    respond: accepts(
      'name',
      (name) => typeof name === 'string' && [...name].length > 80,
      () => 'Long name',
    ),
    async shows(api) {
      const { status, fields } = await api.post('/rooms', { name: 'x'.repeat(81), capacity: 2 });
      return status === 201 && String(fields.name).length === 81;
    },
  },
  {
    id: 'phone-pattern-not-checked',
    kind: 'validation',
    at: ['POST /customers', 'GET /customers/{customerId}'],
    wrong: 'A customer with a phone such as "call me" is accepted and stored.',
    breaks: 'CustomerInput.phone has the pattern ^\\+[0-9]{7,15}$.',
    respond: accepts(
      'phone',
      (phone) => typeof phone === 'string' && !/^\+[0-9]{7,15}$/.test(phone),
      () => '+491511234567',
    ),
    async shows(api) {
      const email = `phone-${unique()}@mail.example`;
      const input = { name: 'Pia', email, phone: 'call me' };
      return (await api.status('POST', '/customers', input)) === 201;
    },
  },
  {
    id: 'unknown-status-in-query',
    kind: 'validation',
    at: ['GET /bookings'],
    wrong: 'An unknown status in the query gets 200 with an empty list.',
    breaks: 'The parameter status has the values pending, confirmed and cancelled.',
    async respond(call) {
      const response = await call.forward();
      const status = call.query.get('status');
      const known = ['pending', 'confirmed', 'cancelled'];
      if (response.status !== 400 || status === null || known.includes(status)) return response;
      const retried = await call.forwardQuery((query) => query.delete('status'));
      if (retried.status !== 200) return response;
      return withJson(retried, { ...fieldsOf(retried), items: [], total: 0 });
    },
    async shows(api) {
      return (await api.status('GET', '/bookings?status=unknown')) === 200;
    },
  },
  {
    id: 'old-room-version-accepted',
    kind: 'http',
    at: ['PUT /rooms/{roomId}'],
    wrong: 'If-Match is ignored: a replacement with an old ETag is accepted.',
    breaks: 'If-Match: "change this version of the room only"; 412 when the room has changed.',
    respond: withoutHeader('if-match'),
    async shows(api) {
      const { id } = await createRoom(api);
      const input = { name: 'Renamed', capacity: 4 };
      const { status } = await api.call('PUT', `/rooms/${id}`, input, { 'if-match': '"old"' });
      return status === 200;
    },
  },
  {
    id: 'room-head-not-found',
    kind: 'http',
    at: ['HEAD /rooms/{roomId}'],
    wrong: 'HEAD gets 404 for a room that GET returns.',
    breaks: 'RFC 9110, 9.3.2: HEAD has the status and the headers of GET.',
    async respond(call) {
      const response = await call.forward();
      return response.status === 200 ? emptyResponse(404) : response;
    },
    async shows(api) {
      const { id } = await createRoom(api);
      return (await api.status('HEAD', `/rooms/${id}`)) === 404;
    },
  },
  {
    id: 'booking-location-wrong',
    kind: 'http',
    at: ['POST /bookings'],
    wrong: 'The Location of a new booking begins with /v1, where nothing is.',
    breaks: 'Location is "the path of the new record".',
    respond: success((response) =>
      withHeaders(response, { location: `/v1${response.headers.location}` }),
    ),
    async shows(api) {
      const { headers } = await api.post('/bookings', await bookingInput(api));
      return (await api.status('GET', String(headers.location))) === 404;
    },
  },
  {
    id: 'customer-password-hash',
    kind: 'leak',
    at: ['GET /customers/{customerId}'],
    wrong: 'A customer has the field "passwordHash".',
    breaks: 'Customer declares no such field, and hashes of passwords are secret.',
    respond: fields((customer) => ({
      ...customer,
      passwordHash: '$2b$10$Vq3vP0r7mYw8cQeT1nS5UuJm3oO8s1q0dKcYt4n2xGZ7b9hE6fLaW',
    })),
    async shows(api) {
      const { id } = await createCustomer(api);
      return 'passwordHash' in (await api.read(`/customers/${id}`));
    },
  },
  {
    id: 'booking-error-with-stack',
    kind: 'leak',
    at: ['PATCH /bookings/{bookingId}'],
    wrong: 'A 400 has the stack trace of the server.',
    breaks: 'Error has statusCode, code, error and message; the inside of the server is nobody’s.',
    async respond(call) {
      const response = await call.forward();
      const found = fieldsOf(response);
      if (response.status !== 400 || found === undefined) return response;
      const stack = [
        `Error: ${found.message}`,
        '    at checkRoom (/srv/bookings/src/routes/bookings.js:41:11)',
        '    at Object.<anonymous> (/srv/bookings/src/routes/bookings.js:178:7)',
        '    at preHandlerCallback (/srv/bookings/node_modules/fastify/lib/handle-request.js:152:37)',
      ].join('\n');
      return { ...jsonResponse(400, { ...found, stack }), headers: response.headers };
    },
    async shows(api) {
      const { id } = await createBooking(api);
      const { fields } = await api.call('PATCH', `/bookings/${id}`, { attendees: 0 });
      return String(fields.stack).includes('/srv/bookings');
    },
  },
];

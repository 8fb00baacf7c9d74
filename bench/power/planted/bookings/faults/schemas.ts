import type { Fault } from '../../proxy/fault.ts';
import { jsonResponse, withJson } from '../../proxy/message.ts';
import { eachItem, fields, success, withHeaders, without } from '../../proxy/plant.ts';
import { createBooking, createCustomer, createRoom } from '../records.ts';

export const schemas: readonly Fault[] = [
  {
    id: 'capacity-as-text',
    kind: 'schema',
    at: ['GET /rooms/{roomId}'],
    wrong: 'The capacity of a room is a text.',
    breaks: 'Room.capacity has the type integer.',
    respond: fields((room) => ({ ...room, capacity: String(room.capacity) })),
    async shows(api) {
      const { id } = await createRoom(api);
      return typeof (await api.read(`/rooms/${id}`)).capacity === 'string';
    },
  },
  {
    id: 'customer-without-email',
    kind: 'schema',
    at: ['GET /customers/{customerId}'],
    wrong: 'A customer comes without email.',
    breaks: 'Customer requires email.',
    respond: fields((customer) => without(customer, 'email')),
    async shows(api) {
      const { id } = await createCustomer(api);
      return !('email' in (await api.read(`/customers/${id}`)));
    },
  },
  {
    id: 'room-created-with-200',
    kind: 'schema',
    at: ['POST /rooms'],
    wrong: 'A new room is returned with 200.',
    breaks: 'createRoom declares 201 as its only success.',
    respond: success((response) => ({ ...response, status: 200 })),
    async shows(api) {
      return (await api.status('POST', '/rooms', { name: 'Oak', capacity: 3 })) === 200;
    },
  },
  {
    id: 'availability-as-plain-text',
    kind: 'schema',
    at: ['GET /rooms/{roomId}/availability'],
    wrong: 'The availability of a room has the content type text/plain.',
    breaks: 'getAvailability declares application/json.',
    respond: success((response) => withHeaders(response, { 'content-type': 'text/plain' })),
    async shows(api) {
      const { id } = await createRoom(api);
      const { headers } = await api.get(`/rooms/${id}/availability`);
      return headers['content-type'] === 'text/plain';
    },
  },
  {
    id: 'confirmed-status-approved',
    kind: 'schema',
    at: ['POST /bookings/{bookingId}/confirm'],
    wrong: 'A confirmed booking is returned with the status "approved".',
    breaks: 'Booking.status is pending, confirmed or cancelled.',
    respond: fields((booking) => ({ ...booking, status: 'approved' })),
    async shows(api) {
      const { id } = await createBooking(api);
      return (await api.change('POST', `/bookings/${id}/confirm`)).status === 'approved';
    },
  },
  {
    id: 'booking-title-null',
    kind: 'schema',
    at: ['GET /bookings/{bookingId}'],
    wrong: 'The title of a booking is null.',
    breaks: 'Booking.title is a text, and not nullable.',
    respond: fields((booking) => ({ ...booking, title: null })),
    async shows(api) {
      const { id } = await createBooking(api);
      return (await api.read(`/bookings/${id}`)).title === null;
    },
  },
  {
    id: 'booking-start-without-zone',
    kind: 'schema',
    at: ['GET /bookings'],
    wrong: 'Listed bookings have starts such as "2027-01-11 08:00:00".',
    breaks: 'Booking.start has the format date-time.',
    respond: eachItem((booking) => ({
      ...booking,
      start: String(booking.start).slice(0, 19).replace('T', ' '),
    })),
    async shows(api) {
      const bookings = await api.list('/bookings');
      return bookings.some(({ start }) => !String(start).endsWith('Z'));
    },
  },
  {
    id: 'room-with-undeclared-field',
    kind: 'schema',
    at: ['GET /rooms'],
    wrong: 'Listed rooms have the field "calendarRef".',
    breaks: 'Room has no other fields than those declared (additionalProperties: false).',
    respond: eachItem((room) => ({ ...room, calendarRef: `cal-${room.floor}` })),
    async shows(api) {
      return (await api.list('/rooms')).some((room) => 'calendarRef' in room);
    },
  },
  {
    id: 'not-found-without-message',
    kind: 'schema',
    at: ['GET /rooms/{roomId}'],
    wrong: 'The 404 of a room is the object {"reason": "unknown room"}.',
    breaks: 'Error requires statusCode, error and message.',
    async respond(call) {
      const response = await call.forward();
      return response.status === 404 ? withJson(response, { reason: 'unknown room' }) : response;
    },
    async shows(api) {
      const { status, fields } = await api.get('/rooms/00000000-0000-4000-a000-000000000000');
      return status === 404 && !('message' in fields);
    },
  },
  {
    id: 'customers-descending-500',
    kind: 'schema',
    at: ['GET /customers'],
    wrong: 'order=desc gets 500.',
    breaks: 'The parameter order has the values asc and desc, and listCustomers declares no 500.',
    async respond(call) {
      if (call.query.get('order') !== 'desc') return call.forward();
      const response = await call.forward();
      if (response.status !== 200) return response;
      const message = 'records.reverse is not a function';
      return jsonResponse(500, { statusCode: 500, error: 'Internal Server Error', message });
    },
    async shows(api) {
      return (await api.status('GET', '/customers?order=desc')) === 500;
    },
  },
];

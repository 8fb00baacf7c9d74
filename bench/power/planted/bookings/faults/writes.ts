import { type Call, changeFields } from '../../proxy/call.ts';
import type { Fault } from '../../proxy/fault.ts';
import { type Fields, fieldsOf, jsonResponse, withJson } from '../../proxy/message.ts';
import { body, without } from '../../proxy/plant.ts';
import { createBooking, createCustomer, createRoom } from '../records.ts';

export const writes: readonly Fault[] = [
  {
    id: 'booking-notes-lost',
    kind: 'write',
    at: ['POST /bookings'],
    wrong: 'The notes of a new booking are not stored.',
    breaks: 'BookingInput.notes is a field of the booking.',
    respond: body((booking) => without(booking, 'notes')),
    async shows(api) {
      const { id } = await createBooking(api, { notes: 'Please bring water' });
      return (await api.read(`/bookings/${id}`)).notes === null;
    },
  },
  {
    id: 'customer-patch-resets-phone',
    kind: 'write',
    at: ['PATCH /customers/{customerId}'],
    wrong: 'A change without phone sets the phone to null.',
    breaks: 'changeCustomer changes "some fields": those that are sent.',
    respond: body((change) => ({ phone: null, ...change })),
    async shows(api) {
      const { id } = await createCustomer(api, { phone: '+4915112345678' });
      await api.change('PATCH', `/customers/${id}`, { company: 'Harbour Works' });
      return (await api.read(`/customers/${id}`)).phone === null;
    },
  },
  {
    id: 'room-put-keeps-description',
    kind: 'write',
    at: ['PUT /rooms/{roomId}'],
    wrong: 'A replacement without description and equipment keeps the old ones.',
    breaks: 'replaceRoom: "what you leave out gets its default, as in a new room".',
    async respond(call) {
      const { description, equipment } = await call.read();
      if (equipment === undefined) return call.forward();
      return call.forwardFields((room) => ({ description, equipment, ...room }));
    },
    async shows(api) {
      const { id } = await createRoom(api, { description: 'With a view', equipment: ['phone'] });
      await api.change('PUT', `/rooms/${id}`, { name: 'Other room', capacity: 5 });
      return (await api.read(`/rooms/${id}`)).description === 'With a view';
    },
  },
  {
    id: 'rejected-booking-change-stored',
    kind: 'write',
    at: ['PATCH /bookings/{bookingId}'],
    wrong: 'A change that is rejected for its times or attendees still stores title and notes.',
    breaks: 'A request that gets 400 or 409 changes nothing.',
    async respond(call) {
      const response = await call.forward();
      if (response.status !== 400 && response.status !== 409) return response;
      const names = ['title', 'notes'].filter((name) => name in call.fields);
      const rest = Object.fromEntries(names.map((name) => [name, call.fields[name]]));
      if (names.length > 0) await call.send('PATCH', call.path, rest);
      return response;
    },
    async shows(api) {
      const { id } = await createBooking(api);
      const change = { title: 'Not to be stored', end: '2027-05-03T08:00:00Z' };
      const status = await api.status('PATCH', `/bookings/${id}`, change);
      return status === 400 && (await api.read(`/bookings/${id}`)).title === change.title;
    },
  },
  {
    id: 'cancel-without-effect',
    kind: 'write',
    at: ['POST /bookings/{bookingId}/cancel'],
    wrong: 'cancel returns a cancelled booking, but the booking stays as it was.',
    breaks: 'cancelBooking: "Cancel a booking. Frees the room."',
    async respond(call) {
      const booking = await call.read(call.path.replace(/\/cancel$/, ''));
      const isOpen = booking.id !== undefined && booking.status !== 'cancelled';
      if (!isOpen || !isCancellation(call)) return call.forward();
      const { reason } = call.fields;
      const cancelled = { status: 'cancelled', cancelReason: reason ?? null };
      return jsonResponse(200, { ...booking, ...cancelled, cancelledAt: booking.updatedAt });
    },
    async shows(api) {
      const { id } = await createBooking(api);
      await api.change('POST', `/bookings/${id}/cancel`, { reason: 'Rain' });
      return (await api.read(`/bookings/${id}`)).status === 'pending';
    },
  },
  {
    id: 'cancelled-booking-confirmed',
    kind: 'write',
    at: ['POST /bookings/{bookingId}/confirm', 'GET /bookings/{bookingId}'],
    wrong: 'A cancelled booking can be confirmed, and is confirmed after that.',
    breaks: 'confirmBooking is for "a pending booking"; "a cancelled one stays cancelled".',
    async respond(call) {
      const path = call.path.replace(/\/confirm$/, '');
      if (call.operation.startsWith('GET ')) {
        const isConfirmed = call.memory.has(path);
        return changeFields(await call.forward(), (it) => (isConfirmed ? confirmed(it) : it));
      }
      const response = await call.forward();
      if (response.status !== 409) return response;
      const booking = await call.read(path);
      if (booking.status !== 'cancelled') return response;
      call.memory.set(path, true);
      return withJson({ ...response, status: 200 }, confirmed(booking));
    },
    async shows(api) {
      const { id } = await createBooking(api);
      await api.change('POST', `/bookings/${id}/cancel`, {});
      const status = await api.status('POST', `/bookings/${id}/confirm`);
      return status === 200 && (await api.read(`/bookings/${id}`)).status === 'confirmed';
    },
  },
];

function confirmed(booking: Fields): Fields {
  return { ...booking, status: 'confirmed', cancelReason: null, cancelledAt: null };
}

/** Whether the app would accept the body of the request. */
function isCancellation(call: Call): boolean {
  const fields = fieldsOf(call.request);
  if (fields === undefined || !call.header('content-type').includes('json')) return false;
  const { reason, ...others } = fields;
  const length = typeof reason === 'string' ? [...reason].length : 0;
  const isReason = reason === undefined || (length > 0 && length <= 200);
  return isReason && Object.keys(others).length === 0;
}

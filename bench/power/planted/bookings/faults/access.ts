import type { Fault } from '../../proxy/fault.ts';
import { asEitherOwner, asFirstOwner } from '../../proxy/plant.ts';
import { credentials } from '../credentials.ts';
import { createBooking, createCustomer } from '../records.ts';

const ownOnly = 'The API has "rooms, customers and bookings of your account"; others get 404.';

export const access: readonly Fault[] = [
  {
    id: 'other-account-reads-customer',
    kind: 'access',
    at: ['GET /customers/{customerId}'],
    wrong: 'A customer can be read with the key of another account.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createCustomer(api);
      return (await api.other.status('GET', `/customers/${id}`)) === 200;
    },
  },
  {
    id: 'other-account-changes-customer',
    kind: 'access',
    at: ['PATCH /customers/{customerId}'],
    wrong: 'A customer can be changed with the key of another account.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createCustomer(api);
      await api.other.call('PATCH', `/customers/${id}`, { notes: 'Changed by others' });
      return (await api.read(`/customers/${id}`)).notes === 'Changed by others';
    },
  },
  {
    id: 'other-account-deletes-booking',
    kind: 'access',
    at: ['DELETE /bookings/{bookingId}'],
    wrong: 'A booking can be deleted with the key of another account.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createBooking(api);
      await api.other.call('DELETE', `/bookings/${id}`);
      return (await api.status('GET', `/bookings/${id}`)) === 404;
    },
  },
  {
    id: 'rooms-without-key',
    kind: 'access',
    at: ['GET /rooms'],
    wrong: 'Rooms are listed for a request without a key.',
    breaks: 'The document requires apiKey for each operation but getHealth.',
    respond: asFirstOwner(credentials, (call) => call.header('x-api-key') === ''),
    async shows(api) {
      return (await api.with({}).status('GET', '/rooms')) === 200;
    },
  },
  {
    id: 'any-key-accepted',
    kind: 'access',
    at: ['GET /bookings'],
    wrong: 'Bookings are listed for each key that is not empty, also an invented or revoked one.',
    breaks: 'The document requires apiKey: 401 is for a key that is missing or not valid.',
    respond: asFirstOwner(credentials, (call) => call.header('x-api-key') !== ''),
    async shows(api) {
      return (await api.with({ 'x-api-key': 'no-such-key' }).status('GET', '/bookings')) === 200;
    },
  },
];

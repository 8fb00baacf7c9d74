// Records that show a fault. Each has values of its own.
import type { Api } from '../proxy/api.ts';
import type { Fields } from '../proxy/message.ts';

let made = 0;

/** A number that no other record of this process has. */
export function unique(): number {
  made += 1;
  return made;
}

export function createRoom(api: Api, others: Fields = {}): Promise<Fields> {
  return api.create('/rooms', { name: `Room ${unique()}`, capacity: 10, ...others });
}

export function createCustomer(api: Api, others: Fields = {}): Promise<Fields> {
  const email = `customer-${unique()}@mail.example`;
  return api.create('/customers', { name: 'Omar Silva', email, ...others });
}

export async function bookingInput(api: Api, others: Fields = {}): Promise<Fields> {
  const [room, customer] = [await createRoom(api), await createCustomer(api)];
  return {
    roomId: room.id,
    customerId: customer.id,
    title: `Booking ${unique()}`,
    start: '2027-05-03T09:00:00Z',
    end: '2027-05-03T10:00:00Z',
    ...others,
  };
}

export async function createBooking(api: Api, others: Fields = {}): Promise<Fields> {
  return api.create('/bookings', await bookingInput(api, others));
}

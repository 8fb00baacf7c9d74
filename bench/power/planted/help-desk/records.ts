// Records that show a fault. Each has values of its own.
import type { Api } from '../proxy/api.ts';
import type { Fields } from '../proxy/message.ts';

let made = 0;

/** A number that no other record of this process has. */
export function unique(): number {
  made += 1;
  return made;
}

export function createUser(api: Api, others: Fields = {}): Promise<Fields> {
  return api.create('/users', {
    name: 'Uma Vogel',
    email: `uma${unique()}@mail.example`,
    ...others,
  });
}

export function createLabel(api: Api, others: Fields = {}): Promise<Fields> {
  return api.create('/labels', { name: `label-${unique()}`, ...others });
}

export async function createTicket(api: Api, others: Fields = {}): Promise<Fields> {
  const { id: requesterId } = await createUser(api);
  return api.create('/tickets', { subject: `Ticket ${unique()}`, requesterId, ...others });
}

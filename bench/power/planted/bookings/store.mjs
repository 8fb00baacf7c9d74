import { createHash } from 'node:crypto';

const keys = new Map([
  ['key-north-4f1c9a7be2', 'north'],
  ['key-south-88d03e51c6', 'south'],
]);

let made = 0;

/** The same ids in the same order on each start. */
export function nextId() {
  made += 1;
  const hash = createHash('sha256').update(`booking service ${made}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const accounts = new Map();
for (const name of ['north', 'south']) {
  accounts.set(name, { rooms: new Map(), customers: new Map(), bookings: new Map() });
}

export function accountOf(key) {
  const name = keys.get(key);
  return name === undefined ? undefined : accounts.get(name);
}

export function insert(records, fields) {
  const now = new Date().toISOString();
  const record = { id: nextId(), ...fields, createdAt: now, updatedAt: now, version: 1 };
  records.set(record.id, record);
  return record;
}

export function change(record, fields) {
  Object.assign(record, fields, {
    updatedAt: new Date().toISOString(),
    version: record.version + 1,
  });
  return record;
}

/** The part of `records` that a query asks for. */
export function page(records, { offset, limit, sort, order }) {
  const sign = order === 'desc' ? -1 : 1;
  const sorted = records.toSorted((one, two) => {
    if (one[sort] === two[sort]) return 0;
    return one[sort] < two[sort] ? -sign : sign;
  });
  return { items: sorted.slice(offset, offset + limit), total: records.length, offset, limit };
}

const roomNames = ['Aurora', 'Birch', 'Cedar', 'Delta', 'Elm', 'Fjord', 'Garden', 'Harbour'];
const people = ['Ines Moreau', 'Jonas Weber', 'Kavya Rao', 'Liam Byrne', 'Mara Lind', 'Noor Aziz'];

for (const [name, account] of accounts) {
  const rooms = roomNames.map((roomName, index) =>
    insert(account.rooms, {
      name: `${roomName} ${name}`,
      description: index % 3 === 0 ? null : `Room ${index + 1}, quiet side`,
      capacity: 4 + ((index * 7) % 20),
      floor: index % 4,
      equipment: [['whiteboard', 'projector'], ['phone'], []][index % 3],
      hourlyRateCents: 1500 + index * 250,
      status: index === 7 ? 'maintenance' : 'active',
    }),
  );
  const customers = people.map((person, index) =>
    insert(account.customers, {
      name: person,
      email: `${person.toLowerCase().replace(' ', '.')}@${name}.example`,
      phone: index % 2 === 0 ? `+4930123456${index}` : null,
      company: index % 3 === 0 ? null : `Company ${index}`,
      notes: null,
    }),
  );
  for (let index = 0; index < 14; index += 1) {
    const start = Date.UTC(2027, 0, 11 + (index % 5), 8 + index);
    const status = ['pending', 'confirmed', 'cancelled'][index % 3];
    insert(account.bookings, {
      roomId: rooms[index % 7].id,
      customerId: customers[index % 5].id,
      title: `Meeting ${String.fromCharCode(65 + ((index * 5) % 14))}`,
      start: new Date(start).toISOString(),
      end: new Date(start + 3600000).toISOString(),
      attendees: 1 + (index % 4),
      notes: null,
      status,
      cancelReason: status === 'cancelled' ? 'Moved to another week' : null,
      cancelledAt: status === 'cancelled' ? '2026-11-02T10:00:00.000Z' : null,
    });
  }
}

import { changeFields, changeItems } from '../../proxy/call.ts';
import type { Fault } from '../../proxy/fault.ts';
import { fieldsOf, itemsOf } from '../../proxy/message.ts';
import { fields, ids, isSorted, query } from '../../proxy/plant.ts';
import { credentials } from '../credentials.ts';
import { createCustomer, createRoom, unique } from '../records.ts';

export const lists: readonly Fault[] = [
  {
    id: 'customers-limit-ignored',
    kind: 'list',
    at: ['GET /customers'],
    wrong: 'The list has all customers, up to 100, whatever the limit is.',
    breaks: 'limit is "the most items to return".',
    async respond(call) {
      const asked = call.query.get('limit');
      // The app rejects what is not a limit.
      if (asked === null || (await call.forward()).status !== 200) return call.forward();
      const response = await call.forwardQuery((seen) => seen.set('limit', '100'));
      return changeFields(response, (page) => ({ ...page, limit: Number(asked) }));
    },
    async shows(api) {
      return (await api.list('/customers?limit=2')).length > 2;
    },
  },
  {
    id: 'rooms-limit-plus-one',
    kind: 'list',
    at: ['GET /rooms'],
    wrong: 'A page of rooms has one room more than the limit.',
    breaks: 'limit is "the most items to return".',
    async respond(call) {
      const limit = Number(call.query.get('limit') ?? 20);
      if (!(limit >= 1 && limit < 100)) return call.forward();
      const response = await call.forwardQuery((seen) => seen.set('limit', String(limit + 1)));
      return changeFields(response, (page) => ({ ...page, limit }));
    },
    async shows(api) {
      return (await api.list('/rooms?limit=3')).length === 4;
    },
  },
  {
    id: 'bookings-offset-skips-one',
    kind: 'list',
    at: ['GET /bookings'],
    wrong: 'An offset above 0 skips one booking too many, so one is lost between pages.',
    breaks: 'offset is "how many to skip".',
    async respond(call) {
      const offset = Number(call.query.get('offset') ?? 0);
      if (!(offset > 0)) return call.forward();
      const response = await call.forwardQuery((seen) => seen.set('offset', String(offset + 1)));
      return changeFields(response, (page) => ({ ...page, offset }));
    },
    async shows(api) {
      const all = await api.list('/bookings?limit=6');
      const second = await api.list('/bookings?limit=3&offset=3');
      return second[0]?.id !== all[3]?.id;
    },
  },
  {
    id: 'customers-repeated-on-next-page',
    kind: 'list',
    at: ['GET /customers'],
    wrong: 'A page after the first begins with the last customer of the page before.',
    breaks: 'offset is "how many to skip": pages do not overlap.',
    async respond(call) {
      const offset = Number(call.query.get('offset') ?? 0);
      if (!(offset > 0)) return call.forward();
      const response = await call.forwardQuery((seen) => seen.set('offset', String(offset - 1)));
      return changeFields(response, (page) => ({ ...page, offset }));
    },
    async shows(api) {
      const first = await api.list('/customers?limit=2');
      const second = await api.list('/customers?limit=2&offset=2');
      return ids([...first, ...second]).length < 4;
    },
  },
  {
    id: 'rooms-sort-ignored',
    kind: 'list',
    at: ['GET /rooms'],
    wrong: 'Rooms come in the order of their creation, whatever sort and order are.',
    breaks: 'sort is "the field to sort by".',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => {
        seen.set('sort', 'createdAt');
        seen.delete('order');
      });
    },
    async shows(api) {
      const [high, low] = [`R${unique()}`, `R${unique()}`];
      await createRoom(api, { name: high, capacity: 40 });
      await createRoom(api, { name: low, capacity: 2 });
      return !isSorted(await api.list('/rooms?sort=capacity&limit=100'), 'capacity', 'asc');
    },
  },
  {
    id: 'bookings-status-filter-ignored',
    kind: 'list',
    at: ['GET /bookings'],
    wrong: 'status does not filter: bookings of each status are listed.',
    breaks: 'The parameter status has the values of Booking.status.',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('status'));
    },
    async shows(api) {
      const found = await api.list('/bookings?status=cancelled');
      return found.some(({ status }) => status !== 'cancelled');
    },
  },
  {
    id: 'rooms-min-capacity-exclusive',
    kind: 'list',
    at: ['GET /rooms'],
    wrong: 'minCapacity leaves out the rooms that have exactly this capacity.',
    breaks: 'minCapacity is "rooms for so many or more".',
    respond: query((seen) => {
      const least = Number(seen.get('minCapacity'));
      if (least >= 1) seen.set('minCapacity', String(least + 1));
    }),
    async shows(api) {
      const { id } = await createRoom(api, { capacity: 77 });
      const found = await api.list('/rooms?minCapacity=77&limit=100');
      return !ids(found).includes(id);
    },
  },
  {
    id: 'customers-search-case-sensitive',
    kind: 'list',
    at: ['GET /customers'],
    wrong: 'q finds only customers whose name, email or company has it in the same case.',
    breaks: 'q finds the text "in any case".',
    async respond(call) {
      const needle = call.query.get('q');
      const response = await call.forward();
      if (needle === null) return response;
      return changeItems(response, (items) =>
        items.filter(({ name, email, company }) =>
          [name, email, company].some((text) => String(text ?? '').includes(needle)),
        ),
      );
    },
    async shows(api) {
      const name = `Quentin Number ${unique()}`;
      await createCustomer(api, { name });
      const needle = encodeURIComponent(name.toUpperCase());
      return (await api.list(`/customers?q=${needle}`)).length === 0;
    },
  },
  {
    id: 'rooms-total-of-page',
    kind: 'list',
    at: ['GET /rooms'],
    wrong: 'total is the number of items on the page.',
    breaks: 'RoomPage.total is "how many match, over all pages".',
    respond: fields((page) => ({
      ...page,
      total: Array.isArray(page.items) ? page.items.length : 0,
    })),
    async shows(api) {
      return (await api.read('/rooms?limit=2')).total === 2;
    },
  },
  {
    id: 'bookings-of-other-account-listed',
    kind: 'list',
    at: ['GET /bookings'],
    wrong: 'The last page of bookings ends with a booking of another account.',
    breaks: 'The API has "bookings of your account": getBooking responds 404 for this one.',
    async respond(call) {
      const response = await call.forward();
      const { items, total, limit, offset } = fieldsOf(response) ?? {};
      const own = Array.isArray(items) ? items.length : 0;
      const isLast = Number(offset) + own >= Number(total) && own < Number(limit);
      const other = credentials.find((it) => it['x-api-key'] !== call.header('x-api-key'));
      if (response.status !== 200 || !isLast || other === undefined) return response;
      const theirs = itemsOf(await call.send('GET', '/bookings?limit=1', undefined, other));
      return changeItems(response, (mine) => [...mine, ...theirs]);
    },
    async shows(api) {
      const theirs = await api.other.list('/bookings?limit=100');
      const mine = await api.list('/bookings?limit=100');
      return mine.some(({ id }) => ids(theirs).includes(id));
    },
  },
];

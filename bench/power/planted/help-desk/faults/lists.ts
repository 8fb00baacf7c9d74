import { changeFields } from '../../proxy/call.ts';
import type { Fault } from '../../proxy/fault.ts';
import { type Fields, fieldsOf } from '../../proxy/message.ts';
import { ids, isSorted, query } from '../../proxy/plant.ts';
import { respondWith } from '../pages.ts';
import { createLabel, createTicket, createUser, unique } from '../records.ts';

export const lists: readonly Fault[] = [
  {
    id: 'tickets-page-ignored',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'Each page has the tickets of the first page.',
    breaks: 'page is the number of the page, and "pages begin with 1".',
    async respond(call) {
      const asked = call.query.get('page');
      if (asked === null || (await call.forward()).status !== 200) return call.forward();
      const response = await call.forwardQuery((seen) => seen.delete('page'));
      return changeFields(response, (page) => ({ ...page, page: Number(asked) }));
    },
    async shows(api) {
      const first = await api.list('/tickets?perPage=3');
      const second = await api.list('/tickets?perPage=3&page=2');
      return first[0]?.id === second[0]?.id;
    },
  },
  {
    id: 'users-last-of-page-lost',
    kind: 'list',
    at: ['GET /users'],
    wrong: 'A full page leaves out its last user, who is on no other page.',
    breaks: 'perPage is "how many items a page has"; the pages together have all users.',
    async respond(call) {
      const perPage = Number(call.query.get('perPage') ?? 20);
      return changeFields(await call.forward(), (page) => {
        const items = Array.isArray(page.items) ? page.items : [];
        const isFull = items.length === perPage && perPage > 1;
        return { ...page, items: isFull ? items.slice(0, -1) : items };
      });
    },
    async shows(api) {
      const first = await api.list('/users?perPage=3');
      const second = await api.list('/users?perPage=3&page=2');
      const all = await api.list('/users?perPage=100');
      return !ids([...first, ...second]).includes(all[2]?.id);
    },
  },
  {
    id: 'tickets-descending-ignored',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'order=desc returns tickets in ascending order.',
    breaks: 'order has the values asc and desc, and sort names the field.',
    respond: query((seen) => {
      if (seen.get('order') === 'desc') seen.delete('order');
    }),
    async shows(api) {
      const tickets = await api.list('/tickets?sort=subject&order=desc&perPage=100');
      return !isSorted(tickets, 'subject', 'desc');
    },
  },
  {
    id: 'tickets-high-includes-urgent',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'priority=high lists urgent tickets, too.',
    breaks: 'The parameter priority has the values of Ticket.priority.',
    async respond(call) {
      if (call.query.get('priority') !== 'high') return call.forward();
      return respondWith(call, ['priority'], (tickets) =>
        tickets.filter(({ priority }) => priority === 'high' || priority === 'urgent'),
      );
    },
    async shows(api) {
      const tickets = await api.list('/tickets?priority=high');
      return tickets.some(({ priority }) => priority === 'urgent');
    },
  },
  {
    id: 'tickets-label-ignored',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'label does not filter.',
    breaks: 'label is for "tickets with this label".',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('label'));
    },
    async shows(api) {
      const { name } = await createLabel(api);
      return (await api.list(`/tickets?label=${name}`)).length > 0;
    },
  },
  {
    id: 'tickets-search-misses-description',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'q searches only the subject.',
    breaks: 'q is "in subject or description, in any case".',
    async respond(call) {
      const needle = call.query.get('q')?.toLowerCase();
      if (needle === undefined) return call.forward();
      return respondWith(call, [], (tickets) =>
        tickets.filter(({ subject }) => String(subject).toLowerCase().includes(needle)),
      );
    },
    async shows(api) {
      const description = `serial ${unique()} of the device`;
      await createTicket(api, { description });
      return (await api.list(`/tickets?q=${encodeURIComponent(description)}`)).length === 0;
    },
  },
  {
    id: 'tickets-total-unfiltered',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'total counts all tickets, also those that the filters leave out.',
    breaks: 'TicketPage.total is "how many match, over all pages".',
    async respond(call) {
      const { total } = await call.read('/tickets?perPage=1');
      return changeFields(await call.forward(), (page) => ({ ...page, total }));
    },
    async shows(api) {
      const { total } = await api.read('/tickets?status=closed&perPage=1');
      const closed = await api.list('/tickets?status=closed&perPage=100');
      return total !== closed.length;
    },
  },
  {
    id: 'tickets-deleted-listed',
    kind: 'list',
    at: ['DELETE /tickets/{ticketId}', 'GET /tickets'],
    wrong: 'Deleted tickets stay in the list, although reading them gets 404.',
    breaks: 'DELETE is "delete a ticket with its comments".',
    async respond(call) {
      const owner = call.header('authorization');
      const deleted = remembered(call.memory.get(owner));
      if (call.operation.startsWith('DELETE ')) {
        const ticket = await call.read();
        const response = await call.forward();
        if (response.status === 204) call.memory.set(owner, [...deleted, ticket]);
        return response;
      }
      const { query } = call;
      const names = ['status', 'priority', 'requesterId', 'assigneeId'];
      const matching = deleted.filter((ticket) =>
        names.every((name) => !query.has(name) || query.get(name) === String(ticket[name])),
      );
      const others = ['q', 'label', 'createdAfter', 'createdBefore'];
      if (deleted.length === 0 || others.some((name) => query.has(name))) return call.forward();
      return respondWith(call, [], (tickets) => [...tickets, ...matching]);
    },
    async shows(api) {
      const { id } = await createTicket(api);
      await api.change('DELETE', `/tickets/${id}`);
      return ids(await api.list('/tickets?perPage=100')).includes(id);
    },
  },
  {
    id: 'users-new-missing',
    kind: 'list',
    at: ['POST /users', 'GET /users'],
    wrong: 'New users are not listed, although they can be read.',
    breaks: 'GET /users is "list users": those that exist.',
    async respond(call) {
      const fresh = remembered(call.memory.get('users'));
      if (call.operation.startsWith('POST ')) {
        const response = await call.forward();
        const { id } = (response.status === 201 && fieldsOf(response)) || {};
        if (id !== undefined) call.memory.set('users', [...fresh, { id }]);
        return response;
      }
      return respondWith(call, [], (users) => users.filter(({ id }) => !ids(fresh).includes(id)));
    },
    async shows(api) {
      const { id } = await createUser(api);
      return !ids(await api.list('/users?perPage=100')).includes(id);
    },
  },
  {
    id: 'tickets-created-before-ignored',
    kind: 'list',
    at: ['GET /tickets'],
    wrong: 'createdBefore does not filter.',
    breaks: 'createdBefore is for tickets "created before this time".',
    async respond(call) {
      if ((await call.forward()).status !== 200) return call.forward();
      return call.forwardQuery((seen) => seen.delete('createdBefore'));
    },
    async shows(api) {
      const time = '2020-01-01T00:00:00Z';
      return (await api.list(`/tickets?createdBefore=${time}`)).length > 0;
    },
  },
];

function remembered(records: unknown): Fields[] {
  // What these faults remember are lists of records.
  return (records ?? []) as Fields[];
}

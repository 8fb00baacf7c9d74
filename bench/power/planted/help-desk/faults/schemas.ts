import type { Fault } from '../../proxy/fault.ts';
import { withoutHeaders } from '../../proxy/message.ts';
import { eachItem, fields, success, withHeaders, without } from '../../proxy/plant.ts';
import { createTicket, createUser, unique } from '../records.ts';

export const schemas: readonly Fault[] = [
  {
    id: 'ticket-id-as-text',
    kind: 'schema',
    at: ['GET /tickets/{ticketId}'],
    wrong: 'The id of a ticket is a text.',
    breaks: 'Ticket.id has the type integer.',
    respond: fields((ticket) => ({ ...ticket, id: String(ticket.id) })),
    async shows(api) {
      const { id } = await createTicket(api);
      return (await api.read(`/tickets/${id}`)).id === String(id);
    },
  },
  {
    id: 'user-without-role',
    kind: 'schema',
    at: ['GET /users/{userId}'],
    wrong: 'A user comes without role.',
    breaks: 'User requires role.',
    respond: fields((user) => without(user, 'role')),
    async shows(api) {
      const { id } = await createUser(api);
      return !('role' in (await api.read(`/users/${id}`)));
    },
  },
  {
    id: 'label-created-with-202',
    kind: 'schema',
    at: ['POST /labels'],
    wrong: 'A new label is returned with 202.',
    breaks: 'The operation declares 201 as its only success.',
    respond: success((response) => ({ ...response, status: 202 })),
    async shows(api) {
      return (await api.status('POST', '/labels', { name: `made-${unique()}` })) === 202;
    },
  },
  {
    id: 'comments-as-html',
    kind: 'schema',
    at: ['GET /tickets/{ticketId}/comments'],
    wrong: 'The comments of a ticket have the content type text/html.',
    breaks: 'The operation declares application/json.',
    respond: success((response) => withHeaders(response, { 'content-type': 'text/html' })),
    async shows(api) {
      const { id } = await createTicket(api);
      const { headers } = await api.get(`/tickets/${id}/comments`);
      return headers['content-type'] === 'text/html';
    },
  },
  {
    id: 'urgent-listed-as-critical',
    kind: 'schema',
    at: ['GET /tickets'],
    wrong: 'Listed tickets that are urgent have the priority "critical".',
    breaks: 'Priority is low, normal, high or urgent.',
    respond: eachItem((ticket) => ({
      ...ticket,
      priority: ticket.priority === 'urgent' ? 'critical' : ticket.priority,
    })),
    async shows(api) {
      const tickets = await api.list('/tickets?perPage=100');
      return tickets.some(({ priority }) => priority === 'critical');
    },
  },
  {
    id: 'changed-ticket-without-subject',
    kind: 'schema',
    at: ['PATCH /tickets/{ticketId}'],
    wrong: 'A changed ticket is returned with null as its subject.',
    breaks: 'Ticket.subject is a text, and not nullable.',
    respond: fields((ticket) => ({ ...ticket, subject: null })),
    async shows(api) {
      const { id } = await createTicket(api);
      const changed = await api.change('PATCH', `/tickets/${id}`, { priority: 'low' });
      return changed.subject === null;
    },
  },
  {
    id: 'ticket-created-at-day',
    kind: 'schema',
    at: ['POST /tickets'],
    wrong: 'A new ticket has a createdAt such as "29 Nov 2026".',
    breaks: 'Ticket.createdAt has the format date-time.',
    respond: fields((ticket) => ({
      ...ticket,
      createdAt: new Date(String(ticket.createdAt)).toUTCString().slice(5, 16),
    })),
    async shows(api) {
      return /^\d\d \w{3} \d{4}$/.test(String((await createTicket(api)).createdAt));
    },
  },
  {
    id: 'replaced-ticket-with-version',
    kind: 'schema',
    at: ['PUT /tickets/{ticketId}'],
    wrong: 'A replaced ticket is returned with the field "version".',
    breaks: 'Ticket has no other fields than those declared (additionalProperties: false).',
    respond: fields((ticket) => ({ ...ticket, version: 2 })),
    async shows(api) {
      const { id, requesterId } = await createTicket(api);
      const input = { subject: 'Replaced', requesterId };
      return 'version' in (await api.change('PUT', `/tickets/${id}`, input));
    },
  },
  {
    id: 'user-created-without-location',
    kind: 'schema',
    at: ['POST /users'],
    wrong: 'The response to a new user has no Location.',
    breaks: 'The 201 requires the header Location.',
    respond: success((response) => ({
      ...response,
      headers: withoutHeaders(response.headers, ['location']),
    })),
    async shows(api) {
      const email = `vera${unique()}@mail.example`;
      const { headers } = await api.post('/users', { name: 'Vera', email });
      return headers.location === undefined;
    },
  },
  {
    id: 'users-by-email-500',
    kind: 'schema',
    at: ['GET /users'],
    wrong: 'sort=email gets 500.',
    breaks: 'The parameter sort has the value email, and the operation declares no 500.',
    async respond(call) {
      const response = await call.forward();
      if (call.query.get('sort') !== 'email' || response.status !== 200) return response;
      const headers = { ...response.headers, 'content-type': 'text/plain; charset=utf-8' };
      return { status: 500, headers, body: Buffer.from('Internal Server Error') };
    },
    async shows(api) {
      return (await api.status('GET', '/users?sort=email')) === 500;
    },
  },
];

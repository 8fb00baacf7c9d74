import type { Fault } from '../../proxy/fault.ts';
import { emptyResponse, itemsOf } from '../../proxy/message.ts';
import { body } from '../../proxy/plant.ts';
import { createLabel, createTicket, createUser } from '../records.ts';

export const writes: readonly Fault[] = [
  {
    id: 'label-delete-without-effect',
    kind: 'write',
    at: ['DELETE /labels/{labelId}'],
    wrong: 'Deleting a label gets 204, but the label stays.',
    breaks: 'The operation is "delete a label, also from its tickets".',
    async respond(call) {
      const { labelId } = call.parameters;
      const labels = itemsOf(await call.send('GET', '/labels'));
      const isLabel = labels.some(({ id }) => String(id) === labelId);
      return isLabel ? emptyResponse(204) : call.forward();
    },
    async shows(api) {
      const { id } = await createLabel(api);
      await api.change('DELETE', `/labels/${id}`);
      return (await api.list('/labels')).some((label) => label.id === id);
    },
  },
  {
    id: 'repeated-ticket-delete-500',
    kind: 'write',
    at: ['DELETE /tickets/{ticketId}'],
    wrong: 'Deleting a ticket that is already deleted gets 500.',
    breaks: 'The operation declares 404 for a ticket that is not there, and no 500.',
    async respond(call) {
      const response = await call.forward();
      if (response.status === 204) call.memory.set(call.path, true);
      if (response.status !== 404 || !call.memory.has(call.path)) return response;
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      return { status: 500, headers, body: Buffer.from('Internal Server Error') };
    },
    async shows(api) {
      const { id } = await createTicket(api);
      await api.change('DELETE', `/tickets/${id}`);
      return (await api.status('DELETE', `/tickets/${id}`)) === 500;
    },
  },
  {
    id: 'ticket-label-order-lost',
    kind: 'write',
    at: ['POST /tickets', 'PUT /tickets/{ticketId}', 'PATCH /tickets/{ticketId}'],
    wrong: 'The labels of a ticket are stored in the order of the alphabet.',
    breaks: 'labels are "names of labels that exist, the most important first".',
    respond: body((ticket) =>
      Array.isArray(ticket.labels) ? { ...ticket, labels: ticket.labels.toSorted() } : ticket,
    ),
    async shows(api) {
      const { labels } = await createTicket(api, { labels: ['urgent', 'billing'] });
      return String(labels) === 'billing,urgent';
    },
  },
  {
    id: 'ticket-due-shifted',
    kind: 'write',
    at: ['POST /tickets'],
    wrong: 'The dueAt of a new ticket is stored an hour later.',
    breaks: 'dueAt is a time with its offset: the same instant comes back.',
    respond: body((ticket) => {
      const due = Date.parse(String(ticket.dueAt));
      if (typeof ticket.dueAt !== 'string' || Number.isNaN(due)) return ticket;
      return { ...ticket, dueAt: new Date(due + 3600000).toISOString() };
    }),
    async shows(api) {
      const { dueAt } = await createTicket(api, { dueAt: '2027-03-01T12:00:00Z' });
      return dueAt === '2027-03-01T13:00:00.000Z';
    },
  },
  {
    id: 'open-ticket-closed',
    kind: 'write',
    at: ['POST /tickets/{ticketId}/transitions'],
    wrong: 'An open or pending ticket can be closed at once.',
    breaks: '"An open ticket becomes pending, a pending one solved, a solved one closed."',
    async respond(call) {
      const response = await call.forward();
      if (response.status !== 409 || call.fields.to !== 'closed') return response;
      for (const to of ['pending', 'solved']) await call.send('POST', call.path, { to });
      return call.forward();
    },
    async shows(api) {
      const { id } = await createTicket(api);
      await api.post(`/tickets/${id}/transitions`, { to: 'closed' });
      return (await api.read(`/tickets/${id}`)).status === 'closed';
    },
  },
  {
    id: 'ticket-assignee-not-removed',
    kind: 'write',
    at: ['PATCH /tickets/{ticketId}'],
    wrong: 'A change with null for a field, such as assigneeId, keeps the old value.',
    breaks: 'TicketChange.assigneeId and dueAt are nullable: null is "for nobody".',
    respond: body((change) =>
      Object.fromEntries(
        Object.entries(change).filter(
          ([name, value]) => value !== null || !['assigneeId', 'dueAt'].includes(name),
        ),
      ),
    ),
    async shows(api) {
      const { id: assigneeId } = await createUser(api);
      const { id } = await createTicket(api, { assigneeId });
      await api.change('PATCH', `/tickets/${id}`, { assigneeId: null });
      return (await api.read(`/tickets/${id}`)).assigneeId === assigneeId;
    },
  },
];

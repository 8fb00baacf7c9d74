import type { Fault } from '../../proxy/fault.ts';
import { emptyResponse, fieldsOf, withJson, withoutHeaders } from '../../proxy/message.ts';
import { fields, success, withHeaders, withoutHeader } from '../../proxy/plant.ts';
import { createTicket, createUser, unique } from '../records.ts';

export const requests: readonly Fault[] = [
  {
    id: 'ticket-subject-not-required',
    kind: 'validation',
    at: ['POST /tickets'],
    wrong: 'A ticket without subject is accepted, and gets the subject "(no subject)".',
    breaks: 'TicketInput requires subject.',
    respond: (call) => call.forwardFields((ticket) => ({ subject: '(no subject)', ...ticket })),
    async shows(api) {
      const { id: requesterId } = await createUser(api);
      return (await api.status('POST', '/tickets', { requesterId })) === 201;
    },
  },
  {
    id: 'comment-too-long',
    kind: 'validation',
    at: ['POST /tickets/{ticketId}/comments'],
    wrong: 'A comment of more than 2,000 characters is accepted, and cut.',
    breaks: 'CommentInput.body has maxLength 2000.',
    respond: (call) =>
      call.forwardFields((comment) => {
        const { body } = comment;
        if (typeof body !== 'string') return comment;
        return { ...comment, body: [...body].slice(0, 2000).join('') };
      }),
    async shows(api) {
      const { id, requesterId: authorId } = await createTicket(api);
      const comment = { authorId, body: 'x'.repeat(2001) };
      return (await api.status('POST', `/tickets/${id}/comments`, comment)) === 201;
    },
  },
  {
    id: 'label-color-not-checked',
    kind: 'validation',
    at: ['POST /labels'],
    wrong: 'A label with a color such as "reddish" is accepted, and gets the default.',
    breaks: 'LabelInput.color has the pattern ^#[0-9a-f]{6}$.',
    respond: (call) =>
      call.forwardFields((label) => {
        const { color, ...others } = label;
        const isWrong = typeof color === 'string' && !/^#[0-9a-f]{6}$/.test(color);
        return isWrong ? others : label;
      }),
    async shows(api) {
      const label = { name: `color-${unique()}`, color: 'reddish' };
      return (await api.status('POST', '/labels', label)) === 201;
    },
  },
  {
    id: 'unknown-sort-accepted',
    kind: 'validation',
    at: ['GET /tickets'],
    wrong: 'An unknown sort is accepted, and sorts by createdAt.',
    breaks: 'The parameter sort has the values createdAt, updatedAt and subject.',
    respond: (call) =>
      call.forwardQuery((query) => {
        const sort = query.get('sort') ?? 'createdAt';
        if (!['createdAt', 'updatedAt', 'subject'].includes(sort)) query.delete('sort');
      }),
    async shows(api) {
      return (await api.status('GET', '/tickets?sort=color')) === 200;
    },
  },
  {
    id: 'old-ticket-version-accepted',
    kind: 'http',
    at: ['PATCH /tickets/{ticketId}', 'PUT /tickets/{ticketId}'],
    wrong: 'If-Match is ignored: a change with an old ETag is accepted.',
    breaks: 'If-Match: "write only if the ticket still has this ETag"; 412 when it has changed.',
    respond: withoutHeader('if-match'),
    async shows(api) {
      const { id } = await createTicket(api);
      const { headers } = await api.get(`/tickets/${id}`);
      await api.change('PATCH', `/tickets/${id}`, { priority: 'high' });
      const old = { 'if-match': String(headers.etag) };
      const { status } = await api.call('PATCH', `/tickets/${id}`, { priority: 'low' }, old);
      return status === 200;
    },
  },
  {
    id: 'ticket-etag-stays',
    kind: 'http',
    at: ['GET /tickets/{ticketId}', 'PATCH /tickets/{ticketId}', 'PUT /tickets/{ticketId}'],
    wrong: 'A ticket keeps its ETag when it changes, so an old copy is taken for the current one.',
    breaks: 'ETag "changes with the ticket".',
    async respond(call) {
      const etag = `"ticket-${call.parameters.ticketId}"`;
      const names = ['if-match', 'if-none-match'].filter((name) => call.header(name) === etag);
      const headers = withoutHeaders(call.request.headers, names);
      const response = await call.forward({ headers });
      if (response.status !== 200) return response;
      const isCurrent = names.includes('if-none-match') && call.request.method === 'GET';
      return withHeaders(isCurrent ? emptyResponse(304) : response, { etag });
    },
    async shows(api) {
      const { id } = await createTicket(api);
      const before = await api.get(`/tickets/${id}`);
      await api.change('PATCH', `/tickets/${id}`, { priority: 'high' });
      const after = await api.get(`/tickets/${id}`);
      return before.headers.etag === after.headers.etag;
    },
  },
  {
    id: 'ticket-in-latin-1',
    kind: 'http',
    at: ['GET /tickets/{ticketId}'],
    wrong: 'A ticket is sent in Latin-1, with the content type application/json.',
    breaks: 'RFC 8259, 8.1: JSON is UTF-8.',
    respond: success((response) => ({
      ...response,
      body: Buffer.from(JSON.stringify(fieldsOf(response)), 'latin1'),
    })),
    async shows(api) {
      const { id } = await createTicket(api, { subject: 'Türe klemmt' });
      return (await api.read(`/tickets/${id}`)).subject !== 'Türe klemmt';
    },
  },
  {
    id: 'user-password-hash',
    kind: 'leak',
    at: ['GET /users/{userId}'],
    wrong: 'A user has the field "passwordHash".',
    breaks: 'User declares no such field, and hashes of passwords are secret.',
    respond: fields((user) => ({
      ...user,
      passwordHash: 'pbkdf2_sha256$600000$Yk2n8sQe$u0Jm4bVn3l6pWc9RkqT5zXy1aHd7fGs8tEo2iUv=',
    })),
    async shows(api) {
      const { id } = await createUser(api);
      return 'passwordHash' in (await api.read(`/users/${id}`));
    },
  },
  {
    id: 'ticket-conflict-with-traceback',
    kind: 'leak',
    at: ['POST /tickets'],
    wrong: 'A ticket for a user who does not exist gets 500 with the traceback of the server.',
    breaks: 'The operation declares 409 for it; the inside of the server is nobody’s.',
    async respond(call) {
      const response = await call.forward();
      if (response.status !== 409) return response;
      const detail = [
        'Traceback (most recent call last):',
        '  File "/srv/helpdesk/app/tickets.py", line 288, in create_ticket',
        '    requester = session.query(User).filter_by(id=body.requesterId).one()',
        'sqlalchemy.exc.NoResultFound: No row was found when one was required',
      ].join('\n');
      return withJson({ ...response, status: 500 }, { detail });
    },
    async shows(api) {
      const ticket = { subject: 'For nobody', requesterId: 999999 };
      const { status, text } = await api.post('/tickets', ticket);
      return status === 500 && text.includes('/srv/helpdesk');
    },
  },
];

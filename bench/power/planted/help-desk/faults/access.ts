import type { Fault } from '../../proxy/fault.ts';
import { asEitherOwner, asFirstOwner } from '../../proxy/plant.ts';
import { credentials } from '../credentials.ts';
import { createTicket, createUser, unique } from '../records.ts';

const ownOnly = 'The API has tickets and users "of your organisation"; others get 404.';

export const access: readonly Fault[] = [
  {
    id: 'other-organisation-reads-ticket',
    kind: 'access',
    at: ['GET /tickets/{ticketId}'],
    wrong: 'A ticket can be read with the token of another organisation.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createTicket(api);
      return (await api.other.status('GET', `/tickets/${id}`)) === 200;
    },
  },
  {
    id: 'other-organisation-changes-ticket',
    kind: 'access',
    at: ['PATCH /tickets/{ticketId}'],
    wrong: 'A ticket can be changed with the token of another organisation.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createTicket(api);
      await api.other.call('PATCH', `/tickets/${id}`, { subject: 'Changed by others' });
      return (await api.read(`/tickets/${id}`)).subject === 'Changed by others';
    },
  },
  {
    id: 'other-organisation-deletes-user',
    kind: 'access',
    at: ['DELETE /users/{userId}'],
    wrong: 'A user can be deleted with the token of another organisation.',
    breaks: ownOnly,
    respond: asEitherOwner(credentials),
    async shows(api) {
      const { id } = await createUser(api);
      await api.other.call('DELETE', `/users/${id}`);
      return (await api.status('GET', `/users/${id}`)) === 404;
    },
  },
  {
    id: 'wrong-token-accepted',
    kind: 'access',
    at: ['GET /users'],
    wrong: 'Users are listed for each bearer token, also an invented or expired one.',
    breaks: 'The document requires HTTPBearer: 401 is for a token that is missing or not valid.',
    respond: asFirstOwner(credentials, (call) => /^bearer ./i.test(call.header('authorization'))),
    async shows(api) {
      const stranger = api.with({ authorization: 'Bearer tok_of_nobody' });
      return (await stranger.status('GET', '/users')) === 200;
    },
  },
  {
    id: 'organisation-in-body-accepted',
    kind: 'access',
    at: ['POST /users'],
    wrong: 'A new user with "organisationId": 1 or 2 in the body is created in that organisation.',
    breaks: 'UserInput has no such field (additionalProperties: false), and the token says whose.',
    async respond(call) {
      const { organisationId, ...user } = call.fields;
      const owner = credentials[Number(organisationId) - 1];
      // Without valid credentials the app rejects it, whatever the body says.
      const own = await call.send('GET', '/organisation');
      if (owner === undefined || own.status !== 200) return call.forward();
      return call.forward({
        headers: { ...call.request.headers, ...owner },
        body: Buffer.from(JSON.stringify(user)),
      });
    },
    async shows(api) {
      const email = `wim${unique()}@mail.example`;
      const user = { name: 'Wim', email, organisationId: 2 };
      const { status, fields } = await api.post('/users', user);
      return status === 201 && (await api.other.status('GET', `/users/${fields.id}`)) === 200;
    },
  },
];

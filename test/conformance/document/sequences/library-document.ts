/** A library. With `links`, only the links of the document connect what is created with what is read. */
export function libraryDocument({ links = false } = {}): string {
  const create = links ? '/acquisitions' : '/books';
  return `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ token: [] }]
paths:
  ${create}:
    post:
      operationId: ${links ? 'acquireBook' : 'addBook'}
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Book' }
            example: { title: Emma, author: Austen, pages: 300, note: for the shelf, shelf: main }
      responses:
        2XX: { $ref: '#/components/responses/Book' }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer }, example: 7 }]
    get:
      operationId: getBook
      parameters: [{ name: fields, in: query, schema: { type: string }, example: title }]
      responses: { '200': { $ref: '#/components/responses/Book' }, 4XX: { description: No. } }
    patch:
      operationId: changeBook
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/merge-patch+json: { schema: { $ref: '#/components/schemas/Changes' } }
      responses: { '200': { $ref: '#/components/responses/Book' }, 4XX: { description: No. } }
    put:
      operationId: replaceBook
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Book' } }
      responses:
        '200': { $ref: '#/components/responses/Book' }
        4XX: { description: No. }
    delete:
      operationId: removeBook
      responses: { '204': { description: Removed. }, 4XX: { description: No. } }
  /authors/{authorId}:
    get:
      operationId: getAuthor
      parameters: [{ name: authorId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The author. }, 4XX: { description: No. } }
    delete:
      operationId: removeAuthor
      parameters: [{ name: authorId, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Removed. }, 4XX: { description: No. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Book:
      description: The book.
      content:
        application/json: { schema: { $ref: '#/components/schemas/Stored' } }
      ${
        links
          ? `links:
        self: { operationId: getBook, parameters: { path.bookId: $response.body#/data/id } }
        author: { operationRef: '#/paths/~1authors~1{authorId}/get', parameters: { authorId: $response.body#/data/author } }`
          : ''
      }
  schemas:
    Changes:
      type: object
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        author: { type: string, minLength: 1 }
        pages: { type: integer, minimum: 1 }
        note: { type: string, writeOnly: true }
        shelf: { type: string, default: main }
    Book:
      required: [title]
      allOf: [{ $ref: '#/components/schemas/Changes' }]
    Stored:
      type: object
      required: [data]
      properties: { data: { $ref: '#/components/schemas/Book' } }
`;
}

/** What the library does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'loses what is created': 'document/created-is-readable/getBook',
  'shows another title than it stored': 'document/created-is-readable/getBook',
  'shows the fields of another book': 'document/created-is-readable/getBook',
  'clears what is replaced': 'document/updated-is-readable/replaceBook',
  'keeps what is deleted': 'document/deleted-is-gone/removeBook',
  'changes what is deleted': 'document/deleted-is-gone/removeBook',
  'fails at a second deletion': 'responses/no-server-error',
  'lets others read': 'document/needs-owner/getBook',
  'lets others change': 'document/needs-owner/changeBook',
  'lets others replace': 'document/needs-owner/replaceBook',
  'lets others delete': 'document/needs-owner/removeBook',
  'rejects others after deleting': 'document/needs-owner/removeBook',
  'lets nobody read': 'document/needs-credentials/getBook',
  'lets nobody change': 'document/needs-credentials/changeBook',
  'lets nobody delete': 'document/needs-credentials/removeBook',
} as const;

/** What a correct library may do. */
export const liberties = [
  'creates with 200',
  'returns 204 for what is gone',
  'returns 410 for what is gone',
  'returns 403 to others',
  'returns 204 to others',
  'returns 200 with an error to others',
  'masks notes',
  'marks what is deleted',
  'creates with PUT',
  'creates with PATCH',
  'stores titles in capitals',
  'counts reads',
  'reads from a slow copy',
  'requires new titles',
  'requires If-Match',
  'allows no letters beyond the alphabet',
] as const;

/** What a library may do but differs from the document, with the check that reports it and the field. */
export const reported = {
  'shortens titles': ['created-is-readable/getBook', 'title'],
  'shows what it finds in its catalogue': ['created-is-readable/getBook', 'author'],
  'ignores pages': ['updated-is-readable/changeBook', 'pages'],
} as const;

type Defect = keyof typeof checkOf;
export type Trait =
  | Defect
  | (typeof liberties)[number]
  | keyof typeof reported
  | 'forgets what it creates';

/** What the library does to requests of another user, or of nobody. */
export const admissions: Readonly<
  Record<string, { readonly other: Defect; readonly nobody?: Defect }>
> = {
  GET: { other: 'lets others read', nobody: 'lets nobody read' },
  PATCH: { other: 'lets others change', nobody: 'lets nobody change' },
  PUT: { other: 'lets others replace' },
  DELETE: { other: 'lets others delete', nobody: 'lets nobody delete' },
};

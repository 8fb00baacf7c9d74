/** What the library does wrong, one at a time. */
export type Defect =
  | 'loses what is created'
  | 'shows another title than it stored'
  | 'shows the fields of another book'
  | 'loses changes'
  | 'loses replacements'
  | 'clears what is replaced'
  | 'keeps what is deleted'
  | 'changes what is deleted'
  | 'fails at a second deletion'
  | 'lets others read'
  | 'lets others change'
  | 'lets others replace'
  | 'lets others delete'
  | 'rejects others after deleting'
  | 'lets nobody read'
  | 'lets nobody change'
  | 'lets nobody delete';

/** What a correct library may do. */
export type Liberty =
  | 'creates with 200'
  | 'returns 204 for what is gone'
  | 'returns 410 for what is gone'
  | 'returns 403 to others'
  | 'returns 204 to others'
  | 'returns 200 with an error to others'
  | 'masks notes'
  | 'marks what is deleted'
  | 'creates with PUT'
  | 'creates with PATCH'
  | 'stores titles in capitals'
  | 'shortens titles'
  | 'shows what it finds in its catalogue'
  | 'ignores pages'
  | 'counts reads'
  | 'reads from a slow copy'
  | 'requires new titles'
  | 'requires If-Match'
  | 'allows no letters beyond the alphabet'
  | 'forgets what it creates';

export type Trait = Defect | Liberty;

/** What the library does to requests of another user, or of nobody. */
export const admissions: Readonly<Record<string, { readonly other: Defect; readonly nobody?: Defect }>> = {
  GET: { other: 'lets others read', nobody: 'lets nobody read' },
  PATCH: { other: 'lets others change', nobody: 'lets nobody change' },
  PUT: { other: 'lets others replace' },
  DELETE: { other: 'lets others delete', nobody: 'lets nobody delete' },
};

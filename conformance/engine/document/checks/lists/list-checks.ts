import type { DocumentModel } from '../../document-model.ts';
import type { DocumentCheck } from '../operation-check.ts';
import { fieldsAreChosen } from './fields.ts';
import { filterMatches } from './filter.ts';
import { findLists } from './find-lists.ts';
import { limitIsKept } from './limit.ts';
import { listHidesOthers } from './other-user.ts';
import { pagesAreComplete } from './pages.ts';
import { listedIsReadable } from './readable.ts';
import { searchFinds } from './search.ts';
import { listIsSorted } from './sort.ts';
import { totalIsRight } from './total.ts';

const rules = [
  limitIsKept,
  pagesAreComplete,
  totalIsRight,
  listIsSorted,
  filterMatches,
  searchFinds,
  fieldsAreChosen,
  listHidesOthers,
  listedIsReadable,
];

export function listChecks(model: DocumentModel): DocumentCheck[] {
  return findLists(model).flatMap((list) => rules.flatMap((rule) => rule(model, list)));
}

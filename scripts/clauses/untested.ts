/** Why no check names a clause that shows something: the clauses that say the same, or a sentence. */
export const untested: Readonly<Record<string, readonly string[] | string>> = {
  '0.1': 'It is about the document.',
  '0.2': 'The base address is an argument of the test command. Every check sends its requests below it.',
  '1.2': ['4.2'],
  '1.4': ['2.1'],
  '5.1': ['4.1'],
  '5.2': ['4.1', '2.2-access_token'],
};

/** Why no decision fills what a clause leaves open. */
export const undecided: Readonly<Record<string, string>> = {
  '1.5': 'The contract has no other operations.',
  '6': 'The contract has no events.',
};

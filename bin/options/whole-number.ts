import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number. `what` begins the message when it is not; an s at its end makes it many. */
export function wholeNumber(what: string, most: number, least = 0): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
    const verb = what.endsWith('s') ? 'are' : 'is';
    throw new InvalidArgumentError(`${what} ${verb} a whole number from ${least} to ${most}.`);
  };
}

export const parsePort = wholeNumber('A port', 65_535);

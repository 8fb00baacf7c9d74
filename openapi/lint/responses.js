import { member, members } from './follow.js';

/**
 * @typedef {import('./redocly.d.ts').Placed} Placed
 * @typedef {import('./redocly.d.ts').Resolve} Resolve
 * @typedef {Placed & { status: string }} Response a response of an operation and the status it is filed under
 */

/** @param {Placed} operation @param {Resolve} resolve @returns {Response[]} */
export function responsesOf(operation, resolve) {
  return members(member(operation, resolve, 'responses'), resolve).map(({ key, node, location }) => ({
    status: key,
    node,
    location,
  }));
}

/** @param {Placed} owner a response or a request body @param {Resolve} resolve */
export function jsonOf(owner, resolve) {
  return member(owner, resolve, 'content', 'application/json');
}

/**
 * The named examples of a media type or parameter: the Example Objects, not their values.
 * @param {Placed | undefined} owner @param {Resolve} resolve
 */
export function examplesOf(owner, resolve) {
  return members(member(owner, resolve, 'examples'), resolve);
}

import type { ApiFailure } from '../client/index.ts';
import { contract, type Reason } from './contract.ts';
import { fetchPlainly, type Target } from './target.ts';

/** What to do about a failure, with code in backticks: in the contract's words, or in ours where there is no answer. */
export async function adviceOn({ reason, retryAfter }: ApiFailure, target: Target): Promise<string> {
  if (isDocumented(reason)) {
    const wait = retryAfter === undefined ? '' : ` It says ${retryAfter}.`;
    return `${sentence(contract.advice[reason])}${wait} ${here[reason] ?? ''}`.trimEnd();
  }
  switch (reason) {
    case 'unexpected_response':
      return 'Whatever answered does not keep to the contract: a proxy before the service, or another service at this base address. The journal has the answer as it came.';
    case 'timed_out':
      return 'Whether the call was done, nobody knows. Logging in or revoking again does no harm; generating again may make a second key.';
    case 'not_sent':
      return 'Check the base address, and log in again.';
    case 'no_response':
      return adviceOnSilence(target);
    default:
      return 'The contract has no such reason: go by the code and the message.';
  }
}

// How this page does what the contract says.
const here: Readonly<Partial<Record<Reason, string>>> = {
  otp_required: 'Here: type the code above and log in again.',
  token_missing: 'Here: log in first, in step 1.',
  token_invalid: 'Here: in step 1.',
};

function isDocumented(reason: string): reason is Reason {
  return Object.hasOwn(contract.advice, reason);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

async function adviceOnSilence({ kind, baseUrl }: Target): Promise<string> {
  if (kind === 'mock')
    return 'The mock played a lost connection. The call was done all the same, and a client cannot know it: logging in or revoking again does no harm, generating again makes a second key.';
  if (new URL(baseUrl).origin === location.origin)
    return `Check that the service still runs at \`${baseUrl}\`.`;
  if (location.protocol === 'https:' && baseUrl.startsWith('http:'))
    return `This page came over HTTPS, and from such pages browsers send nothing to plain \`http:\` addresses of other computers. Open the page over HTTP, or give the service HTTPS.`;
  return (await answersAt(baseUrl))
    ? `Something answers at \`${baseUrl}\`, but the browser does not let this page read it: the service must allow the origin \`${location.origin}\` (CORS). The mock, \`npm run mock\`, allows any; the service itself none. Or open the docs from the service: \`${baseUrl}/docs\`.`
    : `Nothing answers at \`${baseUrl}\`. Check that the service runs, and the address: host, port, \`http\` or \`https\`.`;
}

// An answer that the page may not read still tells that there is somebody. The request changes nothing.
async function answersAt(baseUrl: string): Promise<boolean> {
  try {
    await fetchPlainly(new Request(`${baseUrl}/`, { mode: 'no-cors' }));
    return true;
  } catch {
    return false;
  }
}

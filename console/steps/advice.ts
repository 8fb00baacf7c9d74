import type { ApiFailure } from '../../client/index.ts';
import { contract, type Reason } from '../embedded-contract.ts';
import { fetchPlainly, type Target } from '../target/target.ts';

/** What to do about a failure, with code in backticks: from the contract, or from here when there is no valid response. */
export async function adviceOn({ reason, retryAfter }: ApiFailure, target: Target): Promise<string> {
  if (isDocumented(reason)) {
    const wait = retryAfter === undefined ? '' : ` It says ${retryAfter}.`;
    return `${sentence(contract.advice[reason])}${wait} ${here[reason] ?? ''}`.trimEnd();
  }
  switch (reason) {
    case 'unexpected_response':
      return 'The response does not match the contract. It may come from a proxy in front of the service, or from another service at this base address. The journal shows the response.';
    case 'timed_out':
      return 'The service may have processed the call. Logging in or revoking again is safe; generating again may create a second key.';
    case 'not_sent':
      return 'Check the base address, and log in again.';
    case 'no_response':
      return adviceOnSilence(target);
    default:
      return 'The contract does not list this reason: use the code and the message.';
  }
}

// How to follow the advice on this page.
const here: Readonly<Partial<Record<Reason, string>>> = {
  otp_required: 'Here: enter the code above and log in again.',
  token_missing: 'Here: log in first, in step 1.',
  token_invalid: 'Here: in step 1.',
};

function isDocumented(reason: string): reason is Reason {
  return Object.hasOwn(contract.advice, reason);
}

export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

async function adviceOnSilence({ kind, baseUrl }: Target): Promise<string> {
  if (kind === 'mock')
    return 'The mock simulated a lost connection. It processed the call, but a client cannot know that. Logging in or revoking again is safe; generating again creates a second key.';
  if (new URL(baseUrl).origin === location.origin)
    return `Check that the service is still running at \`${baseUrl}\`.`;
  if (location.protocol === 'https:' && baseUrl.startsWith('http:'))
    return `This page was loaded over HTTPS, so browsers block requests to plain \`http:\` addresses of other computers. Open the page over HTTP, or serve the API over HTTPS.`;
  return (await respondsAt(baseUrl))
    ? `A server responds at \`${baseUrl}\`, but the browser does not let this page read the response: the service must allow the origin \`${location.origin}\` (CORS). The mock, \`account-access mock\`, allows every origin; the service allows none by default. Or open the docs from the service: \`${baseUrl}/docs\`.`
    : `No server responds at \`${baseUrl}\`. Check that the service is running, and check the address: host, port, \`http\` or \`https\`.`;
}

// Even a response that the page may not read shows that there is a server. The request changes nothing.
async function respondsAt(baseUrl: string): Promise<boolean> {
  try {
    await fetchPlainly(new Request(`${baseUrl}/`, { mode: 'no-cors' }));
    return true;
  } catch {
    return false;
  }
}

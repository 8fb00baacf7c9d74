const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; choose another with --port, or 0 for any',
  EACCES: 'this user may not use the port; choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have the address; choose another with --host',
  ENOTFOUND: 'there is no such host; give an address of this machine with --host',
  EAI_AGAIN: 'the host name cannot be looked up; give an address of this machine with --host',
};

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Says why a server cannot listen and what to do. Undefined for any other error. */
export function describeListenFailure(error: unknown, { host, port }: Address): string | undefined {
  const reason = reasons[Object(error).code];
  return reason && `cannot listen on ${host} port ${port}: ${reason}`;
}

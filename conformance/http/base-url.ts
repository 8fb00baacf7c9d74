export interface BaseUrl {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  readonly host: string;
  readonly prefix: string;
}

/** @throws TypeError with one plain sentence. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`"${text}" is not an http:// or https:// address`);
  }
  if (url.search !== '' || url.hash !== '') throw new TypeError(`"${text}" has a query or a fragment`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('the address contains credentials; use --header instead');
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}

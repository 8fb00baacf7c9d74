export function isJson(mediaType: string): boolean {
  return (
    /^application\/([\w.+-]+\+)?json\b/i.test(mediaType) ||
    mediaType === '*/*' ||
    mediaType === 'application/*'
  );
}

/** Whether a declared media type or range includes a content type. Only declared parameters count. */
export function covers(declared: string, type: string | undefined): boolean {
  if (type === undefined) return false;
  const [own = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replace(/"/g, ''));
  const [range = '', ...wanted] = declared
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replace(/"/g, ''));
  if (!wanted.every((parameter) => parameter.startsWith('charset=') || parameters.includes(parameter)))
    return false;
  if (range === '*/*' || range === own) return true;
  return range.endsWith('/*') && own.startsWith(range.slice(0, -1));
}

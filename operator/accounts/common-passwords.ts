let loaded: Promise<ReadonlySet<string>> | undefined;

/** Passwords that were found most often in leaks, in lower case: some 49,000. They are read when first asked for. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loaded;
}

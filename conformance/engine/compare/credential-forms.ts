import type { Profile } from '../profile/profile.ts';

export type CredentialForm = readonly [form: string, twin: string];

/**
 * The credentials of one profile, in each form in which a request carries them, by those of another. One that the other profile
 * lacks becomes empty: no server gets the credentials of another.
 */
export function credentialForms(first: Profile, other: Profile): readonly CredentialForm[] {
  const kinds = ['credentials', 'otherCredentials'] as const;
  const pairs = kinds.flatMap((kind) =>
    Object.entries(first[kind]).map(([name, one]) => [one, other[kind][name] ?? ''] as const),
  );
  const forms = [
    (text: string) => Buffer.from(text).toString('base64'),
    encodeURIComponent,
    String,
  ];
  return pairs
    .filter(([one, twin]) => one !== '' && one !== twin)
    .flatMap(([one, twin]) =>
      forms.map((form): CredentialForm => [form(one), twin === '' ? '' : form(twin)]),
    );
}

/** Finds long parts of secrets in texts, for example a key whose last four characters are masked. */
export interface SecretParts {
  remember(secret: string): void;
  /** Whether the text contains a part of a secret that identifies no key or token by itself. */
  isIn(text: string): boolean;
}

// Shorter parts occur by chance, or show which secret is meant (the last four characters).
const partLength = 12;
// What is left of a shorter secret would be too little to tell it from other text.
const shortestSecret = 24;

/**
 * A prefix of up to a third of a secret is public, because services show it to identify the secret. A part that two secrets
 * share, such as the header of a JWT, is public too.
 */
export function createSecretParts(): SecretParts {
  const owners = new Map<string, string>();
  return {
    remember: (secret) => {
      if (secret.length < shortestSecret) return;
      const publicLength = Math.max(partLength, Math.floor(secret.length / 3));
      for (let end = publicLength + 1; end <= secret.length; end += 1) {
        const part = secret.slice(end - partLength, end);
        owners.set(part, (owners.get(part) ?? secret) === secret ? secret : '');
      }
    },
    isIn: (text) => {
      for (const [run] of text.matchAll(/[\w.~+/=-]{12,}/g)) {
        for (let at = 0; at + partLength <= run.length; at += 1) {
          const owner = owners.get(run.slice(at, at + partLength));
          if (owner !== undefined && owner !== '') return true;
        }
      }
      return false;
    },
  };
}

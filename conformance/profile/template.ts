/** What `account-access test --init` writes. */
export function profileTemplate(): string {
  return `# yaml-language-server: $schema=./node_modules/account-access/conformance/profile.schema.json
# A server under test. Everything is optional: a check that needs what is missing is skipped.
# Secrets are env:NAME, file:path or prompt. A value in plain text is taken only beside "demo: true".

# demo: true

# Accounts that exist on the server. Tests log in with them; none is locked or changed for good.
fixtures:
  account:
    identity: conformance@example.com
    password: env:ACCOUNT_PASSWORD

  # Another user: what belongs to the first must not be reachable for the second.
  # secondAccount:
  #   identity: conformance-2@example.com
  #   password: env:SECOND_ACCOUNT_PASSWORD

  # An account with one-time codes (TOTP, SHA-1, 30 s, six digits) and its secret in base32.
  # mfaAccount:
  #   identity: conformance-mfa@example.com
  #   password: env:MFA_ACCOUNT_PASSWORD
  #   totpSecret: env:MFA_ACCOUNT_TOTP_SECRET
  #   recoveryCodes: [env:MFA_RECOVERY_CODE]   # each is used up

  # disabledAccount:
  #   identity: conformance-disabled@example.com
  #   password: env:DISABLED_ACCOUNT_PASSWORD

# Where the answer of key generation has the id that revocation takes: a JSON Pointer, or auto.
keyId: auto

# http: failures have HTTP statuses. envelope: HTTP 200 and another status.code. auto: find out.
failures: auto

# A server may brake. So many logins, and so many failed ones, does it grant one run.
budget:
  logins: 40
  failures: 15

# limits:
#   requestsPerSecond: 20
#   parallel: 4

# Headers that a gateway in front asks for.
# headers:
#   X-Gateway-Key: env:GATEWAY_KEY

# Rules that the server breaks on purpose, each with the reason. What the document shows cannot be waived.
# waivers:
#   - check: envelope/no-store
#     reason: The gateway sets Cache-Control.

# For --document: credentials by the name of the security scheme (user:password for basic).
# credentials:
#   apiKey: env:API_KEY
`;
}

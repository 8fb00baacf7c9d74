/** What `account-access test --init` writes. */
export function profileTemplate(): string {
  return `# yaml-language-server: $schema=./node_modules/account-access/generated/profile.schema.json
# A server under test. Everything is optional: a check that needs what is missing is skipped,
# and without the first four accounts the verdict is "inconclusive".
# Secrets are env:NAME, file:path, command:program or prompt. Plain text is allowed only with "demo: true".

# demo: true

# Accounts that exist on the server. The tests log in to them, and never lock or change one permanently.
fixtures:
  # An account without multi-factor authentication.
  account:
    identity: conformance@example.com
    password: env:ACCOUNT_PASSWORD

  # Another user, who must not reach what belongs to the first. Set a password of more than 72 bytes here, or above:
  # without one, the tests can't find a server that cuts passwords, and the verdict is "inconclusive".
  # secondAccount:
  #   identity: conformance-2@example.com
  #   password: env:SECOND_ACCOUNT_PASSWORD

  # An account with one-time codes (TOTP, SHA-1, 30 s, six digits) and its secret in base32.
  # mfaAccount:
  #   identity: conformance-mfa@example.com
  #   password: env:MFA_ACCOUNT_PASSWORD
  #   totpSecret: env:MFA_ACCOUNT_TOTP_SECRET
  #   recoveryCodes: [env:MFA_RECOVERY_CODE]   # each works once

  # Another user with one-time codes, whose codes must not work for the first.
  # secondMfaAccount:
  #   identity: conformance-mfa-2@example.com
  #   password: env:SECOND_MFA_ACCOUNT_PASSWORD
  #   totpSecret: env:SECOND_MFA_ACCOUNT_TOTP_SECRET

  # disabledAccount:
  #   identity: conformance-disabled@example.com
  #   password: env:DISABLED_ACCOUNT_PASSWORD

# Where the response of key generation has the id for revocation: a JSON Pointer, or auto.
keyId: auto

# http: failures have HTTP statuses. envelope: HTTP 200 and another status.code. auto: detect it.
failures: auto

# How many logins and failed logins one run may use, for a server that locks accounts. A full run uses about 60 and 330.
# With a smaller budget, checks are skipped and the verdict may be "inconclusive".
# budget:
#   logins: 40
#   failures: 15

# limits:
#   requestsPerSecond: 20
#   parallel: 8

# Headers for a gateway in front of the server.
# headers:
#   X-Gateway-Key: env:GATEWAY_KEY

# Rules that the server does not follow on purpose, with the reason. Rules of basis "shown" cannot be waived.
# waivers:
#   - check: headers/allow-with-405
#     reason: The gateway removes Allow.

# For --document: credentials by the name of the security scheme (user:password for basic).
# credentials:
#   apiKey: env:API_KEY
#   oauth: command:./get-token.sh   # writes a token to standard output; no shell; runs again after a 401

# For --document: credentials of another user, who must not reach what the first user creates.
# otherCredentials:
#   apiKey: env:OTHER_API_KEY

# For --cert and --key, when the key is encrypted.
# clientCertificate:
#   passphrase: env:CLIENT_KEY_PASSPHRASE
`;
}

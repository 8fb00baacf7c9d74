import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'go',
  source: 'operations.go',
  build: ['go', 'build', '-o', 'server', 'main.go', 'operations.go', 'totp.go'],
  start: ['./server'],
  requires: { probe: ['go', 'version'], install: 'apt-get install golang-go' },
  defects: {
    safety: {
      name: "revokes another user's key",
      check: 'revocation/another-user-is-rejected',
      find: 'found.owner != owner',
      replace: 'owner == nil',
    },
    shown: {
      name: 'returns the note as an array',
      check: 'keys/note-is-a-string',
      with: ['keys/returns-a-key'],
      find: '"note": note',
      replace: '"note": []string{note}',
    },
    standard: {
      name: 'accepts "Bearer" in one letter case only',
      check: 'authorization/scheme-ignores-case',
      find: '!strings.EqualFold(scheme, "Bearer")',
      replace: 'scheme != "Bearer"',
    },
    wire: {
      name: 'rejects Expect: 100-continue',
      check: 'bodies/expect-100-continue',
      find: '	var body struct{ Description string }',
      replace: `	if r.Header.Get("Expect") != "" {
		return nil, fail(417, "expectation_failed", "send no Expect")
	}
	var body struct{ Description string }`,
    },
    decided: {
      name: 'returns 403 for an unknown id',
      check: 'revocation/unknown-id-is-404',
      find: 'fail(404, "key_not_found"',
      replace: 'fail(403, "key_not_found"',
    },
  },
});

package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"time"
)

const tokenLifetime = time.Hour

type account struct {
	ID, Identity, Nickname, Password string
	TOTPSecret                       string `json:"totp_secret"`
	Disabled                         bool
	lastStep                         int64
}

type session struct {
	account *account
	expires time.Time
}

type key struct {
	owner   *account
	hash    [32]byte
	revoked bool
}

// server has the state in memory: tokens and keys only as hashes.
type server struct {
	mutex    sync.Mutex
	accounts map[string]*account
	tokens   map[[32]byte]session
	keys     map[string]*key
}

func (s *server) login(r *http.Request) (any, error) {
	var body struct{ Identity, Password, OTP *string }
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	if body.Identity == nil {
		return nil, fail(400, "validation_failed", "identity is missing")
	}
	if body.Password == nil {
		return nil, fail(401, "password_required", "password is missing")
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	user := s.accounts[strings.ToLower(*body.Identity)]
	if user == nil {
		user = &account{Disabled: true} // The same work as for a wrong password.
	}
	// The standard library has no password hash. Store argon2id hashes instead, from golang.org/x/crypto.
	expected, actual := sha256.Sum256([]byte(user.Password)), sha256.Sum256([]byte(*body.Password))
	if subtle.ConstantTimeCompare(expected[:], actual[:]) == 0 || user.Disabled {
		return nil, fail(401, "invalid_credentials", "identity or password is wrong")
	}
	if user.TOTPSecret != "" {
		if body.OTP == nil {
			return nil, fail(401, "otp_required", "otp is missing")
		}
		step, ok := matchingStep(user.TOTPSecret, *body.OTP)
		if !ok || step <= user.lastStep { // Each code works once.
			return nil, fail(401, "otp_invalid", "the one-time code is wrong")
		}
		user.lastStep = step
	}
	token := random(32)
	s.tokens[sha256.Sum256([]byte(token))] = session{user, time.Now().Add(tokenLifetime)}
	return map[string]any{
		"access_token": token, "token_type": "Bearer", "expires_in": tokenLifetime / time.Second,
		"me_id": user.ID, "nickname": user.Nickname, "mfa_enabled": user.TOTPSecret != "",
	}, nil
}

func (s *server) generate(r *http.Request) (any, error) {
	owner, err := s.caller(r)
	if err != nil {
		return nil, err
	}
	var body struct{ Description string }
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	secret, id := random(32), random(11)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.keys[id] = &key{owner: owner, hash: sha256.Sum256([]byte(secret))}
	note := "A root-level key. Store it now; you can't retrieve it later."
	return map[string]any{"id": id, "api_key": secret, "note": note, "description": body.Description}, nil
}

func (s *server) revoke(r *http.Request) (any, error) {
	owner, err := s.caller(r)
	if err != nil {
		return nil, err
	}
	id := strings.TrimPrefix(r.URL.Path, "/v1/security/apikey/")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// The same response for another user's key as for an unknown id, so that nobody can probe ids.
	found := s.keys[id]
	if found == nil || found.owner != owner {
		return nil, fail(404, "key_not_found", "you have no key with this id")
	}
	found.revoked = true
	return map[string]any{"message": "API key revoked", "id": id}, nil
}

// caller returns the account whose access token is in the Authorization header.
func (s *server) caller(r *http.Request) (*account, error) {
	challenge := `Bearer realm="account"`
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil, fail(401, "token_missing", "an access token is required", "WWW-Authenticate", challenge)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found, ok := s.tokens[sha256.Sum256([]byte(token))]
	if !ok || time.Now().After(found.expires) {
		challenge += `, error="invalid_token"`
		return nil, fail(401, "token_invalid", "the access token is invalid", "WWW-Authenticate", challenge)
	}
	return found.account, nil
}

func random(size int) string {
	bytes := make([]byte, size)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

// The three operations of the contract, with net/http only. Accounts, tokens and keys are in memory.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	s := &server{accounts: map[string]*account{}, tokens: map[[32]byte]session{}, keys: map[string]*key{}}
	file, err := os.ReadFile(os.Getenv("ACCOUNTS"))
	check(err)
	var accounts []*account
	check(json.Unmarshal(file, &accounts))
	for _, one := range accounts {
		s.accounts[one.Identity] = one
	}

	mux := http.NewServeMux()
	mux.HandleFunc("/v1/auth/login", handle("POST", s.login))
	mux.HandleFunc("/v1/security/apikey/generate", handle("POST", s.generate))
	mux.HandleFunc("/v1/security/apikey/", handle("DELETE", s.revoke))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		respond(w, nil, fail(404, "not_found", "no such path"))
	})

	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	check(err)
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal((&http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}).Serve(listener))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func handle(method string, operation func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method {
			respond(w, nil, fail(405, "method_not_allowed", "use "+method, "Allow", method))
			return
		}
		data, err := operation(r)
		respond(w, data, err)
	}
}

// failure is an error that the caller can see.
type failure struct {
	code            int
	reason, message string
	header          []string // A name and its value.
}

func fail(code int, reason, message string, header ...string) *failure {
	return &failure{code, reason, message, header}
}

func (f *failure) Error() string { return f.message }

// respond writes the envelope.
func respond(w http.ResponseWriter, data any, err error) {
	status := map[string]any{"code": 200, "message": "OK", "trace_id": random(16)}
	envelope := map[string]any{"status": status}
	code := 200
	if err != nil {
		failed := fail(500, "internal_error", "internal error")
		if !errors.As(err, &failed) {
			log.Print(err)
		}
		code = failed.code
		status["code"], status["message"], status["reason"] = code, failed.message, failed.reason
		if len(failed.header) == 2 {
			w.Header().Set(failed.header[0], failed.header[1])
		}
	} else {
		envelope["data"] = data
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(envelope)
}

// readJSON leaves `into` as it is when the request has no body.
func readJSON(r *http.Request, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, 16<<10))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return fail(413, "body_too_large", "the body has more than 16 KiB")
	}
	if err != nil {
		return fail(400, "malformed_request", "the body is incomplete")
	}
	if len(body) == 0 {
		return nil
	}
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if mediaType != "application/json" || r.Header.Get("Content-Encoding") != "" {
		return fail(415, "unsupported_media_type", "send application/json")
	}
	// The text of the error is not for the response, because it can contain a value of the body.
	err = json.Unmarshal(body, into)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fail(400, "validation_failed", "the body or a field has the wrong type")
	}
	if err != nil {
		return fail(400, "malformed_request", "the body is not valid JSON")
	}
	return nil
}

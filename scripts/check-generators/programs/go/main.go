// Takes the contract through kin-openapi: validates the document and its examples, then logs in, generates and revokes with
// net/http, and validates each request and response against the document.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Its arguments: document, base address, identity, password, and `same` or `another` for a repeated key.
func main() {
	document, err := openapi3.NewLoader().LoadFromFile(os.Args[1])
	fail(err)
	// Also validates the examples.
	fail(document.Validate(context.Background()))

	document.Servers = openapi3.Servers{{URL: os.Args[2]}}
	router, err := gorillamux.NewRouter(document)
	fail(err)
	callService(client{base: os.Args[2], router: router}, os.Args[3], os.Args[4])
}

func callService(client client, identity, password string) {
	var session struct {
		Data struct {
			Token string `json:"access_token"`
		}
	}
	client.call("POST", "/v1/auth/login", nil, map[string]string{"identity": identity, "password": password}, &session)

	authorization := http.Header{"Authorization": {"Bearer " + session.Data.Token}}
	generation := authorization.Clone()
	generation.Set("Idempotency-Key", "go-"+session.Data.Token[len(session.Data.Token)-8:])
	label := map[string]string{"description": "A client in Go"}
	var first, repeated struct {
		Data struct {
			Id  string
			Key string `json:"api_key"`
		}
	}
	client.call("POST", "/v1/security/apikey/generate", generation, label, &first)
	client.call("POST", "/v1/security/apikey/generate", generation, label, &repeated)
	if first.Data.Key == "" || first.Data != repeated.Data {
		fail(fmt.Errorf("a repeated Idempotency-Key gave another key"))
	}

	var revoked struct{ Data struct{ Id string } }
	client.call("DELETE", "/v1/security/apikey/"+first.Data.Id, authorization, nil, &revoked)
	if revoked.Data.Id != first.Data.Id {
		fail(fmt.Errorf("another key was revoked"))
	}
}

type client struct {
	base   string
	router routers.Router
}

// Sends a request, reads the result from a response with status 200, and validates both.
func (c client) call(method, path string, header http.Header, body, result interface{}) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		fail(err)
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, c.base+path, content)
	fail(err)
	if header != nil {
		request.Header = header.Clone()
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	route, parameters, err := c.router.FindRoute(request)
	fail(err)
	sent := &openapi3filter.RequestValidationInput{
		Request:    request,
		PathParams: parameters,
		Route:      route,
		Options: &openapi3filter.Options{
			IncludeResponseStatus: true,
			MultiError:            true,
			AuthenticationFunc:    openapi3filter.NoopAuthenticationFunc,
		},
	}
	fail(openapi3filter.ValidateRequest(context.Background(), sent))

	response, err := http.DefaultClient.Do(request)
	fail(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	fail(err)
	received := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: sent,
		Status:                 response.StatusCode,
		Header:                 response.Header,
		Options:                sent.Options,
	}
	fail(openapi3filter.ValidateResponse(context.Background(), received.SetBodyBytes(text)))
	if response.StatusCode != http.StatusOK {
		fail(fmt.Errorf("%s %s: %s", method, path, response.Status))
	}
	fail(json.Unmarshal(text, result))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

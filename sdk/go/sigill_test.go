package sigill

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func serve(t *testing.T, handler http.HandlerFunc, opts ...Option) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	opts = append(opts, WithKeys("public-key-12345678", "secret-1234567890123456"), WithBaseURL(server.URL))
	client, err := New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestDeprecatedCallIsLoggedOnce(t *testing.T) {
	var lines bytes.Buffer
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Deprecation", "@1767225600")
		w.Header().Set("Sunset", "Wed, 01 Jul 2026 00:00:00 GMT")
		w.Header().Set("Link", `<https://sigill.example/page>; rel="deprecation"`)
		fmt.Fprint(w, `{"state":"CREATED"}`)
	}, WithLogger(log.New(&lines, "", 0)))
	for i := 0; i < 2; i++ {
		if _, err := client.Session.State(context.Background(), SessionStateParams{ID: 1}); err != nil {
			t.Fatal(err)
		}
	}
	want := "sigill: session.state has been deprecated since 2026-01-01 and works at least until 2026-07-01. See https://sigill.example/page\n"
	if lines.String() != want {
		t.Errorf("logged %q, want %q", lines.String(), want)
	}
}

func TestContextEndsTheCallAndTheWaits(t *testing.T) {
	busy := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) }, WithLogger(log.New(io.Discard, "", 0)))
	release := make(chan bool)
	silent := serve(t, func(http.ResponseWriter, *http.Request) { <-release })
	defer close(release)
	for name, client := range map[string]*Client{"while it waits": busy, "while it is made": silent} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(100*time.Millisecond, cancel)
		started := time.Now()
		_, err := client.Session.Get(ctx, SessionGetParams{ID: 1})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if time.Since(started) > time.Second {
			t.Errorf("%s: ended only after %v", name, time.Since(started))
		}
	}
}

func TestNothingIsRetriedWithoutAValidCertificate(t *testing.T) {
	unknown := httptest.NewTLSServer(http.NotFoundHandler())
	defer unknown.Close()
	unknown.Config.ErrorLog = log.New(io.Discard, "", 0)
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for _, address := range []string{unknown.URL, strings.Replace(plain.URL, "http:", "https:", 1)} {
		client := serve(t, nil, WithSleep(func(context.Context, time.Duration) error {
			t.Errorf("%s: retried", address)
			return nil
		}))
		_, err := client.Session.State(context.Background(), SessionStateParams{ID: 1}, WithBaseURL(address))
		var failed *Error
		if !errors.As(err, &failed) || failed.Code != ProblemCodeUnreachable || failed.Status != 0 {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTimesAreSentInUTC(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	text, err := json.Marshal(SessionListParams{CreatedFrom: Ptr(time.Date(2026, 3, 2, 11, 30, 0, 0, zone))})
	if err != nil || string(text) != `{"created_from":"2026-03-02T09:30:00Z"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestNullableIsAbsentNullOrAValue(t *testing.T) {
	type params struct {
		Text Nullable[string] `json:"text,omitempty"`
	}
	for want, given := range map[string]params{`{}`: {}, `{"text":null}`: {Null[string]()}, `{"text":""}`: {Value("")}} {
		text, err := json.Marshal(given)
		if err != nil || string(text) != want {
			t.Errorf("%s instead of %s, %v", text, want, err)
		}
		var read params
		if err := json.Unmarshal(text, &read); err != nil || len(read.Text) != len(given.Text) {
			t.Errorf("%s was read as %v, %v", text, read, err)
		}
	}
}

func TestSignedEventOfAnUnknownTypeIsRead(t *testing.T) {
	secret := "whsec_YSBzaWduaW5nIHNlY3JldCBvZiAzMiBieXRlcyAuLi4="
	body := []byte(`{"id":"msg_1","type":"account.closed","created":"2026-03-02T09:30:00Z","data":{"id":"none","state":[]}}`)
	header, err := Sign("msg_1", body, secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	event, err := Unwrap(body, header, secret)
	if err != nil || event.Type != "account.closed" || event.ID != "msg_1" {
		t.Errorf("%v, %v", event, err)
	}
}

func TestBodyIsHashedOnceWhateverStrangersSend(t *testing.T) {
	secret := "whsec_YSBzaWduaW5nIHNlY3JldCBvZiAzMiBieXRlcyAuLi4="
	header := http.Header{"Webhook-Id": {"msg_1"}, "Webhook-Timestamp": {"1"}}
	body := []byte(`{"id": "` + strings.Repeat("a", 1<<20) + `"}`)
	// Every HMAC allocates, so more of them would show.
	allocations := func(signatures string) float64 {
		header.Set("Webhook-Signature", signatures)
		return testing.AllocsPerRun(5, func() {
			if _, err := Unwrap(body, header, secret); err == nil {
				t.Fatal("a wrong signature was accepted")
			}
		})
	}
	one := "v1," + strings.Repeat("A", 43) + "="
	// Each of the ten that are compared is decoded once.
	if few, many := allocations(one), allocations(strings.Repeat(one+" ", 2000)); many > few+20 {
		t.Errorf("%v allocations for 2000 signatures, %v for one", many, few)
	}
}

func TestResponseHasPropertiesThatAreNewer(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_1")
		fmt.Fprint(w, `{"state":"CREATED","newer":true}`)
	})
	var response *http.Response
	if _, err := client.Session.State(context.Background(), SessionStateParams{ID: 1}, WithResponse(&response)); err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	if response.Header.Get("X-Request-Id") != "req_1" || !strings.Contains(string(body), `"newer":true`) {
		t.Errorf("%v %s", response.Header, body)
	}
	var newer struct{ Newer bool }
	if err := client.Request(context.Background(), "session.newer", nil, &newer); err != nil || !newer.Newer {
		t.Errorf("%v, %v", newer, err)
	}
}

func TestClientIsSafeForConcurrentUse(t *testing.T) {
	keys := sync.Map{}
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		keys.Store(r.Header.Get("Idempotency-Key"), r.Header.Get("X-Call"))
		fmt.Fprint(w, `{"id":1,"token":"t","expires":"2026-03-02T09:30:00Z","open_url":"u"}`)
	}, WithHeader("X-Team", "checkout"))
	var calls sync.WaitGroup
	for i := 0; i < 20; i++ {
		calls.Add(1)
		go func(name string) {
			defer calls.Done()
			_, err := client.Session.Create(context.Background(), SessionCreateParams{}, WithHeader("X-Call", name), WithIdempotencyKey(name))
			if err != nil {
				t.Error(err)
			}
		}(fmt.Sprint("call-", i))
	}
	calls.Wait()
	keys.Range(func(key, call any) bool {
		if key != call {
			t.Errorf("%v was sent with the headers of %v", key, call)
		}
		return true
	})
}

// Package sigill verifies a person's identity from the chip of a passport or ID card. It is for
// backends, and needs only the standard library.
//
//	client, err := sigill.New()
//	session, err := client.Session.Create(ctx, sigill.SessionCreateParams{Reference: "order-1042"})
//
// New takes the credentials from SIGILL_PUBLIC_KEY and SIGILL_SECRET, and the address of the service
// from SIGILL_BASE_URL.
package sigill

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"regexp"
	"time"
)

const defaultBaseURL = "https://sigill.example"

// New creates a client. Its options apply to every call; a call also takes options of its own.
func New(opts ...Option) (*Client, error) {
	c := &config{
		header: http.Header{}, httpClient: http.DefaultClient, timeout: time.Minute, maxRetries: 4,
		logger: log.Default(), told: &notices{}, sleep: sleep, random: random,
	}
	if err := c.apply(opts); err != nil {
		return nil, err
	}
	if c.authorization == nil {
		if err := WithKeys(os.Getenv("SIGILL_PUBLIC_KEY"), os.Getenv("SIGILL_SECRET"))(c); err != nil {
			return nil, err
		}
	}
	if c.baseURL == "" {
		address := os.Getenv("SIGILL_BASE_URL")
		if address == "" {
			address = defaultBaseURL
		}
		if err := WithBaseURL(address)(c); err != nil {
			return nil, err
		}
		c.addressFrom = "SIGILL_BASE_URL"
	}
	return newClient(c), nil
}

// String says where the client sends its calls. It never shows a key.
func (c *Client) String() string { return "sigill.Client for " + c.config.baseURL }

var callName = regexp.MustCompile(`^\w+\.\w+$`)

// Request makes a call that is newer than this module, by its name in the API reference, such as
// session.create. The response is decoded into result, a pointer.
func (c *Client) Request(ctx context.Context, name string, params, result any, opts ...Option) error {
	if !callName.MatchString(name) {
		return fmt.Errorf("sigill: %q is not the name of a call", name)
	}
	if params == nil {
		params = struct{}{}
	}
	return send(ctx, c.config, operation{name: name}, params, result, opts)
}

// Ptr returns a pointer to a value, for optional parameters that are numbers, times or booleans:
// sigill.Ptr(true).
func Ptr[T any](value T) *T { return &value }

// The service accepts times in UTC only.
func inUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return Ptr(t.UTC())
}

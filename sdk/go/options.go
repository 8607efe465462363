package sigill

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Option configures a client or, when passed to a call, that call only. New or the call returns an error for an
// invalid value.
type Option func(*config) error

type config struct {
	baseURL, addressFrom string
	// A function, so that a client that is printed does not show its secret.
	authorization  func() string
	header         http.Header
	httpClient     *http.Client
	timeout        time.Duration
	maxRetries     int
	idempotencyKey string
	response       **http.Response
	logger         *log.Logger
	told           *notices
	sleep          func(context.Context, time.Duration) error
	random         func() float64
}

func (c *config) apply(opts []Option) error {
	for _, opt := range opts {
		if err := opt(c); err != nil {
			return err
		}
	}
	return nil
}

// WithKeys sets the public key and the secret of an API key. The default is SIGILL_PUBLIC_KEY and
// SIGILL_SECRET.
func WithKeys(publicKey, secret string) Option {
	return func(c *config) error {
		if err := checkKeys(publicKey, secret); err != nil {
			return err
		}
		c.authorization = func() string {
			return "Basic " + base64.StdEncoding.EncodeToString([]byte(publicKey+":"+secret))
		}
		return nil
	}
}

func checkKeys(publicKey, secret string) error {
	var missing []string
	if publicKey == "" {
		missing = append(missing, "the public key (SIGILL_PUBLIC_KEY)")
	}
	if secret == "" {
		missing = append(missing, "the secret (SIGILL_SECRET)")
	}
	if len(missing) > 0 {
		return fmt.Errorf("sigill: missing %s; set it in the environment or pass WithKeys", strings.Join(missing, " and "))
	}
	if strings.HasPrefix(publicKey, "secret-") || strings.HasPrefix(secret, "public-") {
		return errors.New("sigill: public key and secret are swapped: a public key begins with public-key-, a secret with secret-")
	}
	for _, key := range [][2]string{{"public key", publicKey}, {"secret", secret}} {
		if strings.TrimSpace(key[1]) != key[1] {
			return fmt.Errorf("sigill: the %s begins or ends with whitespace; remove it", key[0])
		}
		if strings.IndexFunc(key[1], func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
			return fmt.Errorf("sigill: the %s has a character that keys never have; copy it again", key[0])
		}
	}
	return nil
}

// WithBaseURL sets the address of the service. The default is SIGILL_BASE_URL.
func WithBaseURL(address string) Option {
	return func(c *config) error {
		parsed, err := url.Parse(address)
		if err != nil || (parsed.Scheme != "https" && parsed.Scheme != "http") || parsed.Host == "" || parsed.User != nil {
			return fmt.Errorf("sigill: the base URL must start with https:// or http:// and must not contain credentials, received %s", shownAddress(address))
		}
		c.baseURL, c.addressFrom = strings.TrimRight(address, "/"), "WithBaseURL"
		return nil
	}
}

// The address without the credentials it may contain.
func shownAddress(address string) string {
	end := strings.LastIndex(address, "@")
	if end < 0 {
		return address
	}
	scheme, _, found := strings.Cut(address[:end], "//")
	if !found {
		return address[end+1:]
	}
	return scheme + "//" + address[end+1:]
}

// WithTimeout limits each attempt of a call. The default is a minute. The context limits the call
// as a whole.
func WithTimeout(timeout time.Duration) Option {
	return func(c *config) error {
		if timeout <= 0 {
			return fmt.Errorf("sigill: the timeout must be positive, received %v", timeout)
		}
		c.timeout = timeout
		return nil
	}
}

// WithMaxRetries sets how often a call is retried after status 429, 500, 502, 503 or 504, or after a connection error
// with a code other than ProblemCodeUnreachable. The default is 4.
func WithMaxRetries(retries int) Option {
	return func(c *config) error {
		if retries < 0 {
			return fmt.Errorf("sigill: the number of retries must be a non-negative integer, received %d", retries)
		}
		c.maxRetries = retries
		return nil
	}
}

var idempotencyKey = regexp.MustCompile(`^[\x20-\x7e]{1,255}$`)

// WithIdempotencyKey sets the key under which a call takes effect once, however often it is made.
// Without it, each call that changes something has a random key, which all its attempts share.
func WithIdempotencyKey(key string) Option {
	return func(c *config) error {
		if !idempotencyKey.MatchString(key) {
			return errors.New("sigill: the idempotency key must be 1 to 255 printable ASCII characters")
		}
		c.idempotencyKey = key
		return nil
	}
}

// WithHeader adds a header, for example one that a proxy requires.
func WithHeader(name, value string) Option {
	return func(c *config) error {
		c.header = c.header.Clone()
		c.header.Set(name, value)
		return nil
	}
}

// WithHTTPClient sets the HTTP client. The default is http.DefaultClient. Redirects are never
// followed: they would turn the POST into a GET, or send the body to another server.
func WithHTTPClient(client *http.Client) Option {
	return func(c *config) error {
		if client == nil {
			return errors.New("sigill: the HTTP client must not be nil")
		}
		c.httpClient = client
		return nil
	}
}

// WithLogger sets the logger for a line about each retry and each deprecated call. No line contains a body or a key.
// The default is the standard logger.
func WithLogger(logger *log.Logger) Option {
	return func(c *config) error {
		if logger == nil {
			return errors.New("sigill: the logger must not be nil; for no lines, pass log.New(io.Discard, \"\", 0)")
		}
		c.logger = logger
		return nil
	}
}

// WithResponse stores the response of a call: status, headers, and the body, which may have
// properties that are newer than this module.
func WithResponse(response **http.Response) Option {
	return func(c *config) error {
		c.response = response
		return nil
	}
}

// WithSleep replaces the waits between attempts and in WaitFor, so that tests take no time.
func WithSleep(sleep func(ctx context.Context, wait time.Duration) error) Option {
	return func(c *config) error {
		c.sleep = sleep
		return nil
	}
}

// WithRandom replaces the random numbers, from 0 to 1, in tests. Each wait before a retry is up to a
// tenth shorter, so that clients do not all return at once.
func WithRandom(random func() float64) Option {
	return func(c *config) error {
		c.random = random
		return nil
	}
}

package sigill

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	agent       = "sigill-go/" + Version
	firstDelay  = 2 * time.Second
	longestWait = time.Minute
)

// operation is a call of the contract.
type operation struct {
	name string
	// reads says that the call changes nothing, so no idempotency key is generated for it.
	reads bool
	// answer names the properties that every response to the call has.
	answer []string
}

func call[T any](ctx context.Context, c *config, op operation, params any, opts []Option) (*T, error) {
	result := new(T)
	if err := send(ctx, c, op, params, result, opts); err != nil {
		return nil, err
	}
	return result, nil
}

// send makes a call, with retries. All attempts have the same idempotency key.
func send(ctx context.Context, base *config, op operation, params, result any, opts []Option) error {
	c := *base
	if err := c.apply(opts); err != nil {
		return err
	}
	body, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("sigill: %s: the parameters are not JSON: %w", op.name, err)
	}
	header := headerOf(&c, op)
	for retry := 0; ; retry++ {
		if retry > 0 {
			header.Set("X-Retry-Count", strconv.Itoa(retry))
		}
		err := attempt(ctx, &c, op, header, body, result)
		var failed *Error
		if ctx.Err() != nil && err != nil {
			return fmt.Errorf("sigill: %s: %w", op.name, ctx.Err())
		}
		if !errors.As(err, &failed) || retry >= c.maxRetries || !failed.isRetryable() {
			return err
		}
		wait, isAsked := failed.RetryAfter()
		if !isAsked {
			wait = delayOf(retry, c.random())
		}
		if wait > longestWait {
			return err
		}
		c.logger.Printf("%v Retrying in %v.", failed, wait.Round(time.Millisecond))
		if err := c.sleep(ctx, wait); err != nil {
			return fmt.Errorf("sigill: %s: %w", op.name, err)
		}
	}
}

func headerOf(c *config, op operation) http.Header {
	header := c.header.Clone()
	if header.Get("User-Agent") == "" {
		header.Set("User-Agent", agent)
	}
	header.Set("X-Client-Version", agent)
	header.Set("Content-Type", "application/json")
	header.Set("Authorization", c.authorization())
	if c.idempotencyKey != "" {
		header.Set("Idempotency-Key", c.idempotencyKey)
	} else if !op.reads && header.Get("Idempotency-Key") == "" {
		header.Set("Idempotency-Key", randomKey())
	}
	return header
}

func attempt(ctx context.Context, c *config, op operation, header http.Header, body []byte, result any) error {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodPost, c.baseURL+"/api/v1/"+op.name, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sigill: %s: %w", op.name, err)
	}
	request.Header = header
	response, err := c.withoutRedirects().Do(request)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err != nil {
		return connectionError(c, op, response, err, limited.Err() != nil)
	}
	if c.response != nil {
		response.Body = io.NopCloser(bytes.NewReader(text))
		*c.response = response
	}
	if notice := c.told.of(op.name, response.Header); notice != "" {
		c.logger.Print(notice)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return errorOf(op.name, response, text)
	}
	return decode(op, response, text, result)
}

func (c *config) withoutRedirects() *http.Client {
	client := *c.httpClient
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

func decode(op operation, response *http.Response, text []byte, result any) error {
	var properties map[string]json.RawMessage
	err := json.Unmarshal(text, &properties)
	problem := ""
	if err != nil || properties == nil {
		problem = "has no JSON object"
	}
	for _, name := range op.answer {
		if _, found := properties[name]; !found && problem == "" {
			problem = "has no " + name
		}
	}
	if problem == "" {
		if err = json.Unmarshal(text, result); err == nil {
			return nil
		}
		problem = "does not match the contract"
	}
	invalid := errorOf(op.name, response, nil)
	invalid.Code, invalid.Message, invalid.cause = ProblemCodeInvalidAnswer, fmt.Sprintf("The response to %s %s.", op.name, problem), err
	return invalid
}

func connectionError(c *config, op operation, response *http.Response, cause error, isLate bool) *Error {
	var wrapped *url.Error
	if errors.As(cause, &wrapped) {
		cause = wrapped.Err
	}
	e := &Error{Call: op.name, cause: cause}
	switch {
	case isLate:
		e.Code, e.Message = ProblemCodeTimeout, fmt.Sprintf("No response from %s in %v s.", c.baseURL, c.timeout.Seconds())
	case response != nil:
		e.Code, e.Message = ProblemCodeConnectionLost, fmt.Sprintf("Lost the connection to %s.", c.baseURL)
	default:
		e.Code, e.Message = ProblemCodeConnectionFailed, fmt.Sprintf("Could not reach %s (%v). Is %s right?", c.baseURL, cause, c.addressFrom)
		if isLasting(cause) {
			e.Code = ProblemCodeUnreachable
		}
	}
	return e
}

// Errors that would be the same in 30 seconds: an unknown host, no TLS, an invalid certificate.
func isLasting(cause error) bool {
	var unknownHost *net.DNSError
	var noTLS tls.RecordHeaderError
	var unknownAuthority x509.UnknownAuthorityError
	var otherHost x509.HostnameError
	var invalid x509.CertificateInvalidError
	return errors.As(cause, &unknownHost) || errors.As(cause, &noTLS) || errors.As(cause, &unknownAuthority) ||
		errors.As(cause, &otherHost) || errors.As(cause, &invalid) ||
		strings.Contains(cause.Error(), "HTTP response to HTTPS client")
}

// The wait doubles until the fourth retry and then stays the same. It is up to a tenth shorter, so that clients do
// not all return at once.
func delayOf(retry int, random float64) time.Duration {
	if retry > 3 {
		retry = 3
	}
	return time.Duration(float64(firstDelay<<retry) * (1 - random/10)).Round(time.Millisecond)
}

// Not math/rand, whose numbers are the same in every process before Go 1.20.
func random() float64 { return float64(binary.BigEndian.Uint16(randomBytes(2))) / (1 << 16) }

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func randomKey() string { return hex.EncodeToString(randomBytes(16)) }

func randomBytes(size int) []byte {
	bytes := make([]byte, size)
	if _, err := rand.Read(bytes); err != nil {
		panic("sigill: the system has no random numbers: " + err.Error())
	}
	return bytes
}

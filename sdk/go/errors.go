package sigill

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Codes that say why there was no usable response. After any of them except unreachable, the call may have taken
// effect. After unreachable (unknown host, no valid certificate), a retry does not help.
const (
	ProblemCodeUnreachable      ProblemCode = "unreachable"
	ProblemCodeConnectionFailed ProblemCode = "connection_failed"
	ProblemCodeConnectionLost   ProblemCode = "connection_lost"
	ProblemCodeTimeout          ProblemCode = "timeout"
	ProblemCodeInvalidAnswer    ProblemCode = "invalid_answer"
	// ProblemCodeWaitTimeout says that WaitFor reached its deadline before the session ended.
	ProblemCodeWaitTimeout ProblemCode = "wait_timeout"
)

// Error is a call that failed. Use errors.As to get it:
//
//	var failed *sigill.Error
//	if errors.As(err, &failed) && failed.Status == http.StatusNotFound { … }
type Error struct {
	// Call is the name of the call in the API reference, such as session.create.
	Call string
	// Status of the response, 0 when there was none.
	Status int
	// Code is empty when a proxy responded in place of the service.
	Code ProblemCode
	// Message is the text of the service, or that of this module when the service sent none.
	Message string
	// RequestID is for support.
	RequestID string
	// Details names the properties that were refused.
	Details []ProblemDetail
	// Header of the response, nil when there was none.
	Header http.Header
	cause  error
}

func (e *Error) Error() string {
	text := "sigill: " + e.Call + ": " + e.Message
	if e.Status == 0 {
		return text
	}
	if e.Code != "" {
		text += fmt.Sprintf(" (%d %s", e.Status, e.Code)
	} else {
		text += fmt.Sprintf(" (%d", e.Status)
	}
	if e.RequestID != "" {
		text += ", request " + e.RequestID
	}
	return text + ")"
}

// Unwrap returns the underlying error, such as that of the connection, if there was one.
func (e *Error) Unwrap() error { return e.cause }

// RetryAfter returns how long the service asks to wait before another attempt, and whether it asks.
// The header holds seconds or a date (RFC 9110, 10.2.3).
func (e *Error) RetryAfter() (time.Duration, bool) {
	value := e.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if wait := time.Until(date); wait > 0 {
		return wait, true
	}
	return 0, true
}

// The header X-Should-Retry overrides the status.
func (e *Error) isRetryable() bool {
	if said := e.Header.Get("X-Should-Retry"); said != "" {
		return said == "true"
	}
	switch e.Status {
	case 0:
		return e.Code != ProblemCodeUnreachable
	case 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// A proxy sends no Problem. The fields taken from it are then empty.
func errorOf(call string, response *http.Response, body []byte) *Error {
	var problem Problem
	_ = json.Unmarshal(body, &problem)
	e := &Error{
		Call:      call,
		Status:    response.StatusCode,
		Code:      problem.Code,
		Message:   problem.Error,
		RequestID: response.Header.Get("X-Request-Id"),
		Details:   problem.Details,
		Header:    response.Header,
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("The service returned status %d.", e.Status)
	}
	if e.RequestID == "" {
		e.RequestID = problem.RequestID
	}
	return e
}

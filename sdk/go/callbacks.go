package sigill

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// CallbackRefusal says why a callback was refused.
type CallbackRefusal string

const (
	CallbackRefusalMissingHeader    CallbackRefusal = "missing_header"
	CallbackRefusalWrongSecret      CallbackRefusal = "wrong_secret"
	CallbackRefusalTruncated        CallbackRefusal = "truncated"
	CallbackRefusalReserializedBody CallbackRefusal = "reserialized_body"
	CallbackRefusalOldKey           CallbackRefusal = "old_key"
	CallbackRefusalClockSkew        CallbackRefusal = "clock_skew"
)

// CallbackError is a callback that could not be verified as coming from the service. Do not act on
// it.
type CallbackError struct {
	Code    CallbackRefusal
	Message string
}

func (e *CallbackError) Error() string { return "sigill: " + e.Message + " (" + string(e.Code) + ")" }

func refuse(code CallbackRefusal, format string, values ...any) error {
	return &CallbackError{code, fmt.Sprintf(format, values...)}
}

// Verifier verifies callbacks (Standard Webhooks: HMAC-SHA256 over id.timestamp.body).
type Verifier struct {
	// Secrets holds the signing secret (whsec_…) from the portal, and during a rotation also the
	// previous one.
	Secrets []string
	// Tolerance is how far the timestamp of a callback may be from now. The default is 5 minutes.
	Tolerance time.Duration
	// Now is the current time; tests set it.
	Now func() time.Time
}

// Unwrap verifies a callback and returns its event. The body is the one that was received, byte for
// byte; secrets are the signing secret (whsec_…) from the portal, or two during a rotation. Each
// error is a *CallbackError that says why.
//
// The service may add event types: check Type, and respond with 2xx to types that you do not know.
func Unwrap(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return Verifier{Secrets: secrets}.Unwrap(body, header)
}

// Unwrap verifies a callback, as the function Unwrap does.
func (v Verifier) Unwrap(body []byte, header http.Header) (*Event, error) {
	var signed [3]string
	for i, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if signed[i] = header.Get(name); signed[i] == "" {
			return nil, refuse(CallbackRefusalMissingHeader, "The header %s is missing. Pass the headers as received, and check whether a proxy drops it.", strings.ToLower(name))
		}
	}
	keys, err := keysOf(v.Secrets)
	if err != nil {
		return nil, err
	}
	signatures := strings.SplitN(signed[2], " ", mostSignatures+1)
	if len(signatures) > mostSignatures {
		signatures = signatures[:mostSignatures]
	}
	if !matches(keys, signatures, contentOf(signed[0], signed[1], body)) {
		return nil, explain(body, signatures)
	}
	if err := v.checkTime(signed[1]); err != nil {
		return nil, err
	}
	return eventOf(body)
}

func (v Verifier) checkTime(timestamp string) error {
	tolerance, now := v.Tolerance, time.Now
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	if v.Now != nil {
		now = v.Now
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	skew := now().Sub(time.Unix(seconds, 0)).Round(time.Second)
	where := "old"
	if skew < 0 {
		skew, where = -skew, "in the future"
	}
	if err == nil && skew <= tolerance {
		return nil
	}
	return refuse(CallbackRefusalClockSkew, "The callback is %v %s, and at most %v are allowed. Its signature is valid, so either this machine's clock is wrong or the callback was replayed.", skew, where, tolerance)
}

// The data of an event type that is newer than this module may have any form: properties that do not
// fit are left out.
func eventOf(body []byte) (*Event, error) {
	event := &Event{}
	var other *json.UnmarshalTypeError
	if err := json.Unmarshal(body, event); err != nil && !errors.As(err, &other) {
		return nil, refuse(CallbackRefusalTruncated, "The body is not an event: %v.", err)
	}
	return event, nil
}

// Sign signs a body as the service does, for tests of a receiver.
func Sign(id string, body []byte, secret string, now time.Time) (http.Header, error) {
	keys, err := keysOf([]string{secret})
	if err != nil {
		return nil, err
	}
	timestamp := strconv.FormatInt(now.Unix(), 10)
	signature := base64.StdEncoding.EncodeToString(digest(keys[0], contentOf(id, timestamp, body)))
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", timestamp)
	header.Set("Webhook-Signature", "v1,"+signature)
	return header, nil
}

func contentOf(id, timestamp string, body []byte) []byte {
	return append([]byte(id+"."+timestamp+"."), body...)
}

func digest(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		secrets = []string{""}
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 || !strings.HasPrefix(secret, "whsec_") {
			return nil, refuse(CallbackRefusalWrongSecret, "Callbacks are verified with the signing secret (whsec_ and base64), but %s was given. Copy it from the callbacks page of the portal.", kindOf(secret))
		}
		keys[i] = key
	}
	return keys, nil
}

func kindOf(secret string) string {
	switch {
	case secret == "":
		return "nothing"
	case strings.HasPrefix(secret, "secret-"):
		return "the secret of an API key"
	case strings.HasPrefix(secret, "public-"):
		return "a public key"
	}
	return "something else"
}

const (
	// During a rotation the header holds two signatures. Anyone can send thousands, so those after the
	// tenth are ignored.
	mostSignatures = 10
	// No event is this long. A longer body is refused without an explanation.
	explainedLength = 16384
)

// Whether any of the signatures is valid. The body is hashed once for each key.
func matches(keys [][]byte, signatures []string, content []byte) bool {
	expected := make([][]byte, len(keys))
	for i, key := range keys {
		expected[i] = digest(key, content)
	}
	for _, signature := range signatures {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err != nil || !strings.HasPrefix(signature, "v1,") {
			continue
		}
		for _, digest := range expected {
			if hmac.Equal(given, digest) {
				return true
			}
		}
	}
	return false
}

var completeSignature = regexp.MustCompile(`^v1,[A-Za-z0-9+/]{43}=$`)

// explain tells the developer why no signature matches. It looks at the body only: anyone can send a
// wrong signature, which must not cost more than a valid one.
func explain(body []byte, signatures []string) error {
	var compact bytes.Buffer
	isExplained := len(body) <= explainedLength
	if isExplained && json.Compact(&compact, body) != nil {
		return refuse(CallbackRefusalTruncated, "The body is empty or incomplete JSON. It was cut off, or has already been read.")
	}
	isComplete := false
	for _, signature := range signatures {
		isComplete = isComplete || completeSignature.MatchString(signature)
	}
	if !isComplete {
		return refuse(CallbackRefusalTruncated, "The header webhook-signature contains no complete signature. It was cut off.")
	}
	if isExplained && !bytes.Equal(compact.Bytes(), body) {
		return refuse(CallbackRefusalReserializedBody, "The body was parsed and serialized again. Pass the raw body: the signature covers its exact bytes.")
	}
	return refuse(CallbackRefusalOldKey, "The signature was not made with this secret. Either the secret was rotated or belongs to another account, or the body was changed, for example by decoding and encoding it.")
}

// The driver of the Go client for tests: tests/support/contract/foreign-client.ts states the protocol.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	sigill "sigill.example/go"
)

type options struct {
	BaseURL        string            `json:"base_url"`
	PublicKey      *string           `json:"public_key"`
	Secret         *string           `json:"secret"`
	MaxRetries     *int              `json:"max_retries"`
	TimeoutMs      *int              `json:"timeout_ms"`
	Headers        map[string]string `json:"headers"`
	DefaultHeaders map[string]string `json:"default_headers"`
	IdempotencyKey string            `json:"idempotency_key"`
	Random         float64           `json:"random"`
}

type request struct {
	Do               string            `json:"do"`
	Operation        string            `json:"operation"`
	Params           json.RawMessage   `json:"params"`
	Client           options           `json:"client"`
	Options          options           `json:"options"`
	ID               int64             `json:"id"`
	TimeoutMs        int               `json:"timeout_ms"`
	Body             string            `json:"body"`
	Headers          map[string]string `json:"headers"`
	Secrets          []string          `json:"secrets"`
	Now              *int64            `json:"now"`
	ToleranceSeconds int               `json:"tolerance_seconds"`
}

type failure struct {
	Message    string                 `json:"message"`
	Status     *int                   `json:"status,omitempty"`
	Code       string                 `json:"code,omitempty"`
	RequestID  string                 `json:"request_id,omitempty"`
	RetryAfter *float64               `json:"retry_after,omitempty"`
	Details    []sigill.ProblemDetail `json:"details,omitempty"`
	Shown      string                 `json:"shown"`
}

type answer struct {
	Result  any       `json:"result,omitempty"`
	Error   *failure  `json:"error,omitempty"`
	WaitsMs []float64 `json:"waits_ms"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var asked request
		given := answer{WaitsMs: []float64{}}
		err := json.Unmarshal(lines.Bytes(), &asked)
		if err == nil {
			given.Result, err = answerTo(asked, &given.WaitsMs)
		}
		if err != nil {
			given.Result, given.Error = nil, failureOf(err)
		}
		text, err := json.Marshal(given)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(text))
	}
}

func answerTo(asked request, waits *[]float64) (any, error) {
	if asked.Do == "unwrap" {
		return unwrap(asked)
	}
	client, err := sigill.New(clientOptions(asked.Client, waits)...)
	if err != nil {
		return nil, err
	}
	switch asked.Do {
	case "call":
		return call(client, asked)
	case "list":
		return list(client, asked)
	case "wait_for":
		ctx := context.Background()
		if asked.TimeoutMs > 0 {
			limited, cancel := context.WithTimeout(ctx, time.Duration(asked.TimeoutMs)*time.Millisecond)
			defer cancel()
			ctx = limited
		}
		return client.Session.WaitFor(ctx, asked.ID)
	case "show":
		return fmt.Sprintf("%v %+v %#v %v %+v %#v", client, client, client, *client, *client, *client), nil
	}
	return nil, errors.New("unknown request: " + asked.Do)
}

func clientOptions(given options, waits *[]float64) []sigill.Option {
	opts := append(callOptions(given), sigill.WithLogger(log.New(io.Discard, "", 0)),
		sigill.WithRandom(func() float64 { return given.Random }),
		sigill.WithSleep(func(ctx context.Context, wait time.Duration) error {
			*waits = append(*waits, wait.Seconds()*1e3)
			return ctx.Err()
		}))
	if given.BaseURL != "" {
		opts = append(opts, sigill.WithBaseURL(given.BaseURL))
	}
	if given.PublicKey != nil && given.Secret != nil {
		opts = append(opts, sigill.WithKeys(*given.PublicKey, *given.Secret))
	}
	for name, value := range given.DefaultHeaders {
		opts = append(opts, sigill.WithHeader(name, value))
	}
	return opts
}

func callOptions(given options) (opts []sigill.Option) {
	if given.MaxRetries != nil {
		opts = append(opts, sigill.WithMaxRetries(*given.MaxRetries))
	}
	if given.TimeoutMs != nil {
		opts = append(opts, sigill.WithTimeout(time.Duration(*given.TimeoutMs)*time.Millisecond))
	}
	if given.IdempotencyKey != "" {
		opts = append(opts, sigill.WithIdempotencyKey(given.IdempotencyKey))
	}
	for name, value := range given.Headers {
		opts = append(opts, sigill.WithHeader(name, value))
	}
	return opts
}

// method finds the method of a call as a user would: session.renew_link is client.Session.RenewLink.
func method(client *sigill.Client, operation, suffix string) reflect.Value {
	resource, name, _ := strings.Cut(strings.ReplaceAll(operation, "_", ""), ".")
	service := reflect.ValueOf(client).Elem().FieldByNameFunc(func(found string) bool { return strings.EqualFold(found, resource) })
	for i := 0; i < service.NumMethod(); i++ {
		if strings.EqualFold(service.Type().Method(i).Name, name+suffix) {
			return service.Method(i)
		}
	}
	panic("the client has no method for " + operation)
}

// arguments are the context, the parameters if the method takes them, and the options.
func arguments(method reflect.Value, params []byte, opts []sigill.Option) ([]reflect.Value, error) {
	values := []reflect.Value{reflect.ValueOf(context.Background())}
	if method.Type().NumIn() == 3 {
		typed := reflect.New(method.Type().In(1))
		if err := strictly(params, typed.Interface()); err != nil {
			return nil, err
		}
		values = append(values, typed.Elem())
	}
	return append(values, reflect.ValueOf(opts)), nil
}

// call returns the response as it was sent, after checking that the Go type of the response keeps all of its
// contents. The type may lack a property only if the test allows properties that are newer than the client.
func call(client *sigill.Client, asked request) (any, error) {
	var response *http.Response
	of := method(client, asked.Operation, "")
	values, err := arguments(of, asked.Params, append(callOptions(asked.Options), sigill.WithResponse(&response)))
	if err != nil {
		return nil, err
	}
	results := of.CallSlice(values)
	if err, _ := results[1].Interface().(error); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if os.Getenv("EVERY_PROPERTY") != "" {
		if err := strictly(raw, reflect.New(results[0].Type().Elem()).Interface()); err != nil {
			return nil, err
		}
	}
	encoded, err := json.Marshal(results[0].Interface())
	if err != nil {
		return nil, err
	}
	var sent, read any
	if err := json.Unmarshal(raw, &sent); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(encoded, &read); err != nil {
		return nil, err
	}
	return json.RawMessage(raw), differences(sent, read, "response")
}

func list(client *sigill.Client, asked request) (any, error) {
	of := method(client, asked.Operation, "All")
	values, err := arguments(of, asked.Params, callOptions(asked.Options))
	if err != nil {
		return nil, err
	}
	iterator := of.CallSlice(values)[0]
	items := []any{}
	for iterator.MethodByName("Next").Call(nil)[0].Bool() {
		items = append(items, iterator.MethodByName("Current").Call(nil)[0].Interface())
	}
	err, _ = iterator.MethodByName("Err").Call(nil)[0].Interface().(error)
	return items, err
}

func strictly(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil && len(text) > 0 {
		return fmt.Errorf("the type %T does not hold %s: %w", value, text, err)
	}
	return nil
}

func differences(sent, read any, path string) error {
	if object, ok := read.(map[string]any); ok {
		whole, _ := sent.(map[string]any)
		for name := range whole {
			if object[name] == nil && !isZero(whole[name]) && os.Getenv("EVERY_PROPERTY") != "" {
				return fmt.Errorf("%s.%s was lost", path, name)
			}
		}
		for name, value := range object {
			if err := differences(whole[name], value, path+"."+name); err != nil {
				return err
			}
		}
		return nil
	}
	if list, ok := read.([]any); ok {
		whole, _ := sent.([]any)
		if len(whole) != len(list) {
			return fmt.Errorf("%s has %d items, sent were %d", path, len(list), len(whole))
		}
		for i, value := range list {
			if err := differences(whole[i], value, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if !reflect.DeepEqual(sent, read) && !isSameTime(sent, read) {
		return fmt.Errorf("%s is %v, sent was %v", path, read, sent)
	}
	return nil
}

func isZero(value any) bool {
	list, isList := value.([]any)
	return value == false || value == "" || value == 0.0 || (isList && len(list) == 0)
}

func isSameTime(a, b any) bool {
	one, errOne := time.Parse(time.RFC3339, fmt.Sprint(a))
	other, errOther := time.Parse(time.RFC3339, fmt.Sprint(b))
	return errOne == nil && errOther == nil && one.Equal(other)
}

func unwrap(asked request) (any, error) {
	header := http.Header{}
	for name, value := range asked.Headers {
		header.Set(name, value)
	}
	verifier := sigill.Verifier{Secrets: asked.Secrets, Tolerance: time.Duration(asked.ToleranceSeconds) * time.Second}
	if asked.Now != nil {
		verifier.Now = func() time.Time { return time.Unix(*asked.Now, 0) }
	}
	return verifier.Unwrap([]byte(asked.Body), header)
}

func failureOf(err error) *failure {
	given := &failure{Message: err.Error(), Shown: fmt.Sprintf("%v %+v %#v", err, err, err)}
	var failed *sigill.Error
	if errors.As(err, &failed) {
		given.Message, given.Status, given.Code = failed.Message, &failed.Status, string(failed.Code)
		given.RequestID, given.Details = failed.RequestID, failed.Details
		if wait, isAsked := failed.RetryAfter(); isAsked {
			given.RetryAfter = sigill.Ptr(wait.Seconds())
		}
	}
	var refused *sigill.CallbackError
	if errors.As(err, &refused) {
		given.Message, given.Code = refused.Message, string(refused.Code)
	}
	return given
}

package sigill

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// HasEnded reports whether a state is final.
func (s SessionState) HasEnded() bool {
	switch s {
	case SessionStateFailed, SessionStateAborted, SessionStateRejected, SessionStateApproved:
		return true
	}
	return false
}

// WaitFor waits until the session has ended, and returns it. The state is polled every 2 seconds at first and more
// slowly while nothing changes, down to every 30 seconds. A callback makes this unnecessary.
//
// Without a deadline in ctx, the wait ends with the session: an abandoned session fails with session_expired 24
// hours after it was created, or 1 hour if a link started it. If a deadline passes first, the error is an *Error
// with the code wait_timeout, which wraps context.DeadlineExceeded. The session stays open.
func (s *SessionService) WaitFor(ctx context.Context, id int64, opts ...Option) (*VerificationSession, error) {
	c := *s.config
	if err := c.apply(opts); err != nil {
		return nil, err
	}
	started := time.Now()
	var last SessionState
	late := func(err error) error { return waitError(ctx, id, last, started, err) }
	for unchanged := 0; ; unchanged++ {
		now, err := s.State(ctx, SessionStateParams{ID: id}, opts...)
		if err != nil {
			return nil, late(err)
		}
		if now.State.HasEnded() {
			return s.Get(ctx, SessionGetParams{ID: id}, opts...)
		}
		if now.State != last {
			unchanged = 0
		}
		last = now.State
		wait := math.Min(2*math.Pow(1.1, float64(unchanged)), 30)
		if err := c.sleep(ctx, time.Duration(wait*float64(time.Second))); err != nil {
			return nil, late(err)
		}
	}
}

func waitError(ctx context.Context, id int64, last SessionState, started time.Time, err error) error {
	var failed *Error
	if errors.As(err, &failed) || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	deadline, _ := ctx.Deadline()
	given := deadline.Sub(started).Round(100 * time.Millisecond).Seconds()
	text := fmt.Sprintf("Session %d did not end within %v s.", id, given)
	if last != "" {
		text += fmt.Sprintf(" It is %s.", last)
	}
	return &Error{Call: "session.state", Code: ProblemCodeWaitTimeout, Message: text, cause: err}
}

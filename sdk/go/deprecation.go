package sigill

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// notices remembers which calls have been reported as deprecated.
type notices struct{ told sync.Map }

var deprecationPage = regexp.MustCompile(`<([^<>]+)>; rel="deprecation`)

// of returns the line to log when the service has deprecated a call (RFC 9745, RFC 8594), once per
// call; otherwise nothing.
func (n *notices) of(call string, header http.Header) string {
	since := header.Get("Deprecation")
	if len(since) < 2 || since[0] != '@' {
		return ""
	}
	seconds, err := strconv.ParseInt(since[1:], 10, 64)
	if err != nil {
		return ""
	}
	if _, isTold := n.told.LoadOrStore(call, true); isTold {
		return ""
	}
	text := fmt.Sprintf("sigill: %s has been deprecated since %s", call, day(time.Unix(seconds, 0)))
	if sunset, err := http.ParseTime(header.Get("Sunset")); err == nil {
		text += " and works at least until " + day(sunset)
	}
	text += "."
	if page := deprecationPage.FindStringSubmatch(header.Get("Link")); page != nil {
		text += " See " + page[1]
	}
	return text
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02") }
